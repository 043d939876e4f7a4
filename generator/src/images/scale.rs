//! Smaller versions of an image, scaled in linear light: averaged as the light that the pixels stand for, or thin bright lines
//! would darken.

use fast_image_resize::images::Image;
use fast_image_resize::{PixelType, ResizeError, Resizer, create_srgb_mapper};
use image::RgbaImage;

use super::decode::Refusal;

/// `pixels` at each of `widths`, which go from narrow to wide and are at most its own; in the same order.
pub(super) fn scaled(pixels: RgbaImage, widths: &[u32]) -> Result<Vec<RgbaImage>, Refusal> {
    let (width, height) = pixels.dimensions();
    if let [own] = widths
        && *own == width
    {
        return Ok(vec![pixels]);
    }
    let mapper = create_srgb_mapper();
    let mut linear = Image::new(width, height, PixelType::U16x4);
    {
        let source = Image::from_vec_u8(width, height, pixels.into_raw(), PixelType::U8x4)
            .map_err(failed)?;
        mapper.forward_map(&source, &mut linear).map_err(failed)?;
    }
    let mut made = Vec::with_capacity(widths.len());
    // From wide to narrow, each from the one before: the whole image is read once.
    for wanted in widths.iter().rev() {
        if *wanted != linear.width() {
            linear =
                shrink(&linear, *wanted, height_at(*wanted, (width, height))).map_err(failed)?;
        }
        let mut small = Image::new(linear.width(), linear.height(), PixelType::U8x4);
        mapper.backward_map(&linear, &mut small).map_err(failed)?;
        let (width, height) = (small.width(), small.height());
        let small = RgbaImage::from_raw(width, height, small.into_vec());
        made.push(small.ok_or_else(|| failed("a buffer has the wrong length"))?);
    }
    made.reverse();
    Ok(made)
}

/// Transparent pixels do not colour their neighbours: the resizer weighs with alpha.
fn shrink(image: &Image<'_>, width: u32, height: u32) -> Result<Image<'static>, ResizeError> {
    let mut small = Image::new(width, height, PixelType::U16x4);
    Resizer::new().resize(image, &mut small, None)?;
    Ok(small)
}

/// The height that keeps the proportions, at least 1.
fn height_at(width: u32, own: (u32, u32)) -> u32 {
    let (own_width, own_height) = (u64::from(own.0.max(1)), u64::from(own.1));
    let height = (own_height * u64::from(width) + own_width / 2) / own_width;
    u32::try_from(height.max(1)).unwrap_or(u32::MAX)
}

fn failed(error: impl ToString) -> Refusal {
    Refusal::NotMade(error.to_string().into())
}

#[cfg(test)]
mod tests {
    use super::*;
    use image::Rgba;

    #[test]
    fn light_is_averaged_rather_than_numbers() {
        let stripes = RgbaImage::from_fn(64, 64, |x, _| {
            Rgba(if x % 2 == 0 {
                [255, 255, 255, 255]
            } else {
                [0, 0, 0, 255]
            })
        });
        let small = &scaled(stripes, &[8]).unwrap()[0];
        // Half the light is 188 of 255 in sRGB; half the number would be 128.
        assert!(
            (180..=196).contains(&small.get_pixel(4, 4)[0]),
            "{:?}",
            small.get_pixel(4, 4)
        );
    }

    #[test]
    fn what_is_invisible_colours_nothing() {
        let half = RgbaImage::from_fn(64, 64, |x, _| {
            Rgba(if x < 32 {
                [0, 0, 255, 255]
            } else {
                [255, 0, 0, 0]
            })
        });
        let small = &scaled(half, &[16]).unwrap()[0];
        for pixel in small.pixels().filter(|pixel| pixel[3] > 8) {
            assert!(pixel[0] < 32 && pixel[2] > 220, "{pixel:?}");
        }
    }

    #[test]
    fn proportions_are_kept() {
        assert_eq!(height_at(480, (4000, 3000)), 360);
        assert_eq!(height_at(480, (4000, 3)), 1);
    }
}
