// quartz-inspect: serves the inspector's page; quartz inspect starts it.
// Licensed under the MIT license; see LICENSE.

import Foundation
import InspectorKit

guard InspectorLink.isInherited else {
  let text = "quartz-inspect: it is started by quartz inspect, which answers its questions\n"
  FileHandle.standardError.write(Data(text.utf8))
  exit(64)
}
signal(SIGPIPE, SIG_IGN)
signal(SIGXFSZ, SIG_IGN)
let port = CommandLine.arguments.dropFirst().first.flatMap { UInt16($0) } ?? 0
do {
  try await PageServer(InspectorLink(), port: port).run()
} catch is CancellationError {
  // Nobody answers any more.
} catch {
  FileHandle.standardError.write(Data("quartz-inspect: \(error)\n".utf8))
  exit(1)
}
