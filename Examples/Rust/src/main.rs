// A card, in one picture, in Rust over the C interface: no crates, an owner for each handle.
// Licensed under the MIT license; see LICENSE.
//
//     QUARTZ_LIBRARY_FOLDER=out/library cargo run -- card.png

use std::ffi::{c_char, c_int, CStr, CString};

#[repr(C)]
struct Rect {
    x: f64,
    y: f64,
    width: f64,
    height: f64,
}

/// quartz_value with the members that are used here; the union has room for sixteen numbers.
#[repr(C)]
struct Value {
    kind: u32,
    reserved: u32,
    numbers: [f64; 16],
}

const RECT: u32 = 6;
const COLOR: u32 = 7;

extern "C" {
    fn quartz_status_name(status: c_int) -> *const c_char;
    fn quartz_last_error() -> *const c_char;
    fn quartz_release(object: u64) -> c_int;
    fn quartz_set(object: u64, key_path: *const c_char, value: *const Value) -> c_int;
    fn quartz_set_number(object: u64, key_path: *const c_char, number: f64) -> c_int;
    fn quartz_context_create(
        width: f64, height: f64, scale: f64, options: *const u8, context: *mut u64,
    ) -> c_int;
    fn quartz_context_set_layer(context: u64, layer: u64) -> c_int;
    fn quartz_context_image(context: u64, time: f64, image: *mut u64) -> c_int;
    fn quartz_layer_create(class_name: *const c_char, layer: *mut u64) -> c_int;
    fn quartz_layer_add(layer: u64, sublayer: u64) -> c_int;
    fn quartz_image_write(image: u64, file: *const c_char) -> c_int;
}

/// The sentence of a call that failed.
fn check(status: c_int) -> Result<(), String> {
    if status == 0 {
        return Ok(());
    }
    // Both texts end with NUL, and stay until the thread's next call that fails.
    let (name, text) = unsafe {
        (CStr::from_ptr(quartz_status_name(status)), CStr::from_ptr(quartz_last_error()))
    };
    Err(format!("{}: {}", name.to_string_lossy(), text.to_string_lossy()))
}

/// An object that is released with its owner.
struct Object(u64);

impl Object {
    fn new(make: impl FnOnce(*mut u64) -> c_int) -> Result<Object, String> {
        let mut handle = 0;
        check(make(&mut handle))?;
        Ok(Object(handle))
    }

    fn layer() -> Result<Object, String> {
        Object::new(|handle| unsafe { quartz_layer_create(std::ptr::null(), handle) })
    }

    fn set(&self, key: &CStr, kind: u32, numbers: &[f64]) -> Result<(), String> {
        let mut value = Value { kind, reserved: 0, numbers: [0.0; 16] };
        value.numbers[..numbers.len()].copy_from_slice(numbers);
        check(unsafe { quartz_set(self.0, key.as_ptr(), &value) })
    }

    fn set_frame(&self, rect: Rect) -> Result<(), String> {
        self.set(c"frame", RECT, &[rect.x, rect.y, rect.width, rect.height])
    }
}

impl Drop for Object {
    fn drop(&mut self) {
        unsafe { quartz_release(self.0) };
    }
}

fn main() -> Result<(), String> {
    let path = std::env::args().nth(1).unwrap_or("card.png".into());
    let context = Object::new(|handle| unsafe {
        quartz_context_create(160.0, 100.0, 2.0, std::ptr::null(), handle)
    })?;
    let (root, card) = (Object::layer()?, Object::layer()?);
    root.set_frame(Rect { x: 0.0, y: 0.0, width: 160.0, height: 100.0 })?;
    card.set_frame(Rect { x: 30.0, y: 20.0, width: 100.0, height: 60.0 })?;
    card.set(c"backgroundColor", COLOR, &[1.0, 0.5, 0.0, 1.0])?;
    check(unsafe { quartz_set_number(card.0, c"cornerRadius".as_ptr(), 12.0) })?;
    check(unsafe { quartz_layer_add(root.0, card.0) })?;
    check(unsafe { quartz_context_set_layer(context.0, root.0) })?;
    let picture = Object::new(|handle| unsafe { quartz_context_image(context.0, 0.0, handle) })?;
    let path = CString::new(path).map_err(|error| error.to_string())?;
    check(unsafe { quartz_image_write(picture.0, path.as_ptr()) })
}
