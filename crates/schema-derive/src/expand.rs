//! From a struct to its implementations.

use proc_macro2::TokenStream;
use quote::quote;
use syn::ext::IdentExt;
use syn::{Data, DeriveInput, Error, Field, Fields, LitStr};

use crate::settings::{Kind, Settings};

/// Writes the implementations for a struct.
pub(crate) fn expand(input: &DeriveInput) -> syn::Result<TokenStream> {
    let Data::Struct(data) = &input.data else {
        return Err(Error::new_spanned(input, "`Extract` is for structs"));
    };
    let Fields::Named(fields) = &data.fields else {
        return Err(Error::new_spanned(input, "`Extract` is for structs with named fields"));
    };
    if !input.generics.params.is_empty() {
        return Err(Error::new_spanned(&input.generics, "`Extract` takes no generic structs"));
    }
    let mut descriptions = Vec::new();
    let mut values = Vec::new();
    for field in &fields.named {
        let settings = Settings::of(field)?;
        let name = name(field, &settings)?;
        descriptions.push(description(field, &settings, &name)?);
        values.push(value(field, &settings, &name));
    }
    let ident = &input.ident;
    Ok(quote! {
        #[automatically_derived]
        impl ::consomme_schema::derived::Extract for #ident {
            fn fields() -> ::consomme_schema::derived::SchemaBuilder {
                ::consomme_schema::derived::SchemaBuilder::new()#(#descriptions)*
            }

            fn from_record(
                mut record: ::consomme_schema::derived::Record,
            ) -> ::core::result::Result<Self, ::consomme_schema::derived::ValueError> {
                ::core::result::Result::Ok(Self { #(#values),* })
            }
        }

        #[automatically_derived]
        impl ::consomme_schema::derived::FieldValue for #ident {
            fn describe(
                field: ::consomme_schema::derived::Field,
            ) -> ::consomme_schema::derived::Field {
                field
                    .fields(<Self as ::consomme_schema::derived::Extract>::fields())
                    .required()
            }

            fn from_value(
                value: ::consomme_schema::derived::Value,
            ) -> ::core::result::Result<Self, ::consomme_schema::derived::ValueError> {
                ::consomme_schema::derived::record(value)
                    .and_then(<Self as ::consomme_schema::derived::Extract>::from_record)
            }
        }
    })
}

/// Returns the name of a field in the schema.
fn name(field: &Field, settings: &Settings) -> syn::Result<LitStr> {
    if let Some(name) = &settings.name {
        return Ok(name.clone());
    }
    match &field.ident {
        Some(ident) => Ok(LitStr::new(&ident.unraw().to_string(), ident.span())),
        None => Err(Error::new_spanned(field, "`Extract` is for structs with named fields")),
    }
}

/// Writes the call that adds a field to its schema.
fn description(field: &Field, settings: &Settings, name: &LitStr) -> syn::Result<TokenStream> {
    let Some(selector) = &settings.selector else {
        return Err(Error::new_spanned(
            field,
            "the field needs `#[css(\"…\")]` or `#[xpath(\"…\")]`",
        ));
    };
    let ty = &field.ty;
    let described = match (settings.by_serde, settings.is_xpath) {
        (true, false) => quote!(::consomme_schema::derived::Field::css(#selector)),
        (true, true) => quote!(::consomme_schema::derived::Field::xpath(#selector)),
        (false, false) => quote!(::consomme_schema::derived::of::<#ty>(#selector)),
        (false, true) => quote!(::consomme_schema::derived::of_xpath::<#ty>(#selector)),
    };
    let kind = settings.kind.as_ref().map(|kind| match kind {
        Kind::Url => quote!(.url()),
        Kind::Raw => quote!(.raw()),
        Kind::Date(None) => quote!(.date()),
        Kind::Date(Some(format)) => quote!(.date_format(#format)),
        Kind::DecimalComma => quote!(.number_with_comma()),
    });
    let joined = settings.joined.as_ref().map(|separator| quote!(.joined(#separator)));
    let default = settings.default.as_ref().map(|default| quote!(.default_value(#default)));
    Ok(quote!(.field(#name, #described #kind #joined #default)))
}

/// Writes the field of the struct with its value.
fn value(field: &Field, settings: &Settings, name: &LitStr) -> TokenStream {
    let ident = &field.ident;
    match settings.by_serde {
        true => quote!(#ident: ::consomme_schema::derived::take_by_serde(&mut record, #name)?),
        false => quote!(#ident: ::consomme_schema::derived::take(&mut record, #name)?),
    }
}
