// Chipmunk: the physics of rigid bodies in a plane.
// Licensed under the MIT license; see LICENSE.
#include <chipmunk/chipmunk.h>
