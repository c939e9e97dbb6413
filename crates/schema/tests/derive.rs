//! Schemas of structs.

use consomme_schema::{Extract, PageOptions};

#[derive(Extract, PartialEq, Debug)]
struct Product {
    #[css("h1::text")]
    title: String,
    #[css(".price")]
    price: f64,
    #[css(".stock")]
    stock: Option<u32>,
    #[css("img::attr(src)")]
    #[extract(url)]
    images: Vec<String>,
    #[css(".sold-out")]
    sold_out: bool,
    #[css("p")]
    #[extract(joined = " / ")]
    text: String,
    #[css("time")]
    #[extract(date = "%d.%m.%Y")]
    date: Option<String>,
    #[css(".state")]
    #[extract(serde, rename = "state", default = "new")]
    condition: Condition,
    #[css(".review")]
    reviews: Vec<Review>,
    #[css(".seller")]
    r#type: Option<Seller>,
}

#[derive(serde::Deserialize, PartialEq, Debug)]
#[serde(rename_all = "lowercase")]
enum Condition {
    New,
    Used,
}

#[derive(Extract, PartialEq, Debug)]
struct Review {
    #[css("b")]
    by: String,
    #[css("i")]
    stars: i64,
}

#[derive(Extract, PartialEq, Debug)]
struct Seller {
    #[css("b")]
    name: String,
}

const PAGE: &str = "<h1>Pot <i>large</i></h1><span class=price>12,345.60 €</span><img src=a.png>\
    <img src=b.png><p>One<p>Two<time>24.11.2026</time>\
    <div class=review><b>Ann</b> <i>5 of 5</i></div><div class=review><b>Bo</b> <i>3</i></div>";

#[test]
fn a_struct_is_filled() {
    let schema = Product::schema().unwrap();
    let options = PageOptions::new().address("https://shop.example/pots/");
    let extracted = schema.extract_with(&consomme::parse_str(PAGE), &options);
    let product = Product::from_record(extracted.into_result().unwrap()).unwrap();
    let review = |by: &str, stars| Review { by: by.to_owned(), stars };
    assert_eq!(
        product,
        Product {
            title: "Pot".to_owned(),
            price: 12345.6,
            stock: None,
            images: vec![
                "https://shop.example/pots/a.png".into(),
                "https://shop.example/pots/b.png".into()
            ],
            sold_out: false,
            text: "One / Two24.11.2026".to_owned(),
            date: Some("2026-11-24".to_owned()),
            condition: Condition::New,
            reviews: vec![review("Ann", 5), review("Bo", 3)],
            r#type: None,
        }
    );
}

#[test]
fn names_are_those_of_the_struct() {
    let schema = Product::schema().unwrap();
    let names: Vec<_> = schema.names().collect();
    assert_eq!(names[7..], ["state", "reviews", "type"]);
}

#[test]
fn a_missing_field_is_an_error_of_the_schema_and_of_the_struct() {
    let schema = Product::schema().unwrap();
    let extracted = schema.extract(&consomme::parse_str(PAGE.replace("h1", "h2")));
    assert_eq!(extracted.errors()[0].field(), "title");
    let error = Product::from_record(extracted.into_record()).unwrap_err();
    assert_eq!(error.field(), "title");
}

#[test]
fn a_number_out_of_range_names_its_field() {
    let schema = Product::schema().unwrap();
    let page = PAGE.to_owned() + "<p class=stock>-3";
    let record = schema.extract(&consomme::parse_str(page)).into_record();
    let error = Product::from_record(record).unwrap_err();
    assert_eq!(error.to_string(), "field `stock`: -3 is out of its range");
}

#[test]
fn a_condition_is_read_by_serde() {
    let schema = Product::schema().unwrap();
    let page = PAGE.to_owned() + "<span class=state>used</span>";
    let record = schema.extract(&consomme::parse_str(page)).into_record();
    assert_eq!(Product::from_record(record).unwrap().condition, Condition::Used);
}
