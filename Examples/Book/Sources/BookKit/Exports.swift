// The findings of demos belong to every stage.
// Licensed under the MIT license; see LICENSE.

@_exported import BookPages
