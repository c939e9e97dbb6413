//! Products.

use consomme::Document;
use consomme_web::{Item, Microdata, PageUrl, PropertyValue, metadata};

use super::json_ld::{self, Object};

/// A product as the page describes it for machines.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
#[non_exhaustive]
pub struct Product {
    /// The name.
    pub name: Option<String>,
    /// The price, or the lowest one, as written: mostly a number with a point.
    pub price: Option<String>,
    /// The currency of the price: three letters of ISO 4217.
    pub currency: Option<String>,
    /// The description, which may have markup.
    pub description: Option<String>,
    /// The name of the brand.
    pub brand: Option<String>,
    /// The number by which the seller knows it.
    pub sku: Option<String>,
    /// The address of an image, as written.
    pub image: Option<String>,
}

/// Returns the products in JSON-LD, or if there are none, the ones in microdata.
pub(crate) fn products(document: &Document) -> Vec<Product> {
    let Some(page) = PageUrl::new(document, "about:blank") else { return Vec::new() };
    let objects = json_ld::objects(&metadata(document, &page).json_ld);
    let found = objects.iter().filter(|object| object.is_product()).map(of_object);
    let found: Vec<Product> = found.collect();
    if !found.is_empty() {
        return found;
    }
    let microdata = Microdata::new(document, &page);
    let is_product =
        |item: &Item<'_, '_>| item.types().iter().any(|kind| kind.ends_with("/Product"));
    microdata.items().filter(is_product).take(MAX_PRODUCTS).map(of_item).collect()
}

/// Products of a page that are read from microdata.
const MAX_PRODUCTS: usize = 1000;

fn of_object(object: &Object) -> Product {
    Product {
        name: object.text("name"),
        price: object.offer(&["price", "lowPrice"]),
        currency: object.offer(&["priceCurrency"]),
        description: object.text("description"),
        brand: object.names("brand").into_iter().next(),
        sku: object.text("sku"),
        image: object.address("image").map(|fact| fact.value),
    }
}

fn of_item(item: Item<'_, '_>) -> Product {
    let mut product = Product::default();
    let mut offers = None;
    for property in item.properties() {
        for name in property.names() {
            let place = match name {
                "name" => &mut product.name,
                "description" => &mut product.description,
                "sku" => &mut product.sku,
                "price" => &mut product.price,
                "priceCurrency" => &mut product.currency,
                "brand" => &mut product.brand,
                "image" => &mut product.image,
                "offers" => {
                    offers = Some(property.value());
                    continue;
                }
                _ => continue,
            };
            let value = match property.value() {
                PropertyValue::Text(text) => Some(text),
                PropertyValue::Item(item) => item.text("name"),
                _ => None,
            };
            let value = value.map(|value| value.split_whitespace().collect::<Vec<_>>().join(" "));
            if place.is_none() {
                *place = value.filter(|value| !value.is_empty());
            }
        }
    }
    if let Some(PropertyValue::Item(offer)) = offers {
        let price = || offer.text("price").or_else(|| offer.text("lowPrice"));
        product.price = product.price.or_else(price);
        product.currency = product.currency.or_else(|| offer.text("priceCurrency"));
    }
    product
}
