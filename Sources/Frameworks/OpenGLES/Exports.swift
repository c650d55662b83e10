// The functions and constants of OpenGL ES 2 and 3, as `import OpenGLES` brings them.
// Licensed under the MIT license; see LICENSE.

@_exported public import CQuartzGLES
