// Prints the hash of each scene's pictures, as the software renderer draws them.
// Licensed under the MIT license; see LICENSE.

import RenderScenes

for scene in Scene.golden {
  print(try SceneHash(scene, threads: 1))
}
