// Compositions bring the layers and images that they are made of along.
// Licensed under the MIT license; see LICENSE.

@_exported public import CoreImage
@_exported public import OpenGLES
