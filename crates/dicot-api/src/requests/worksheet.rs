//! `worksheet`: the parts of a worksheet's file.

use std::time::Duration;

use dicot_calc::{Document, Part};
use serde::{Deserialize, Serialize};

use crate::requests::error::ApiError;
use crate::requests::request::{Answer, Call, Request};
use crate::requests::settings::Settings;

/// The text of a worksheet's file.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct WorksheetRequest {
    #[cfg_attr(feature = "openapi", schema(example = "// A switch.\n\ng := {1|-1}\n//= +-1\n"))]
    text: String,
}

/// What a worksheet consists of. Nothing is evaluated.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct WorksheetAnswer {
    parts: Vec<PartField>,
}

/// A part of a worksheet.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
enum PartField {
    /// A text, in Markdown
    Text(String),
    /// An expression, which may have several lines
    Expression(String),
}

impl Request for WorksheetRequest {
    fn time(&self, settings: &Settings) -> Result<Duration, ApiError> {
        Ok(settings.value_time)
    }

    fn answer(&self, _: &mut Call<'_>) -> Result<Answer, ApiError> {
        let parts = Document::read(&self.text).parts.into_iter().map(|part| match part {
            Part::Text(text) => PartField::Text(text),
            Part::Entry(entry) => PartField::Expression(entry.expression),
        });
        Answer::new(&WorksheetAnswer { parts: parts.collect() })
    }
}
