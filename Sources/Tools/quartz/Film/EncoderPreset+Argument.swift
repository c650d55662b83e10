// Presets of x264 on the command line.
// Licensed under the MIT license; see LICENSE.

import ArgumentParser
import QuartzEncoding

extension EncoderPreset: ExpressibleByArgument {}
