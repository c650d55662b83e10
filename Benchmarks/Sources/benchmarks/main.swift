// Runs benches and prints what they took.
// Licensed under the MIT license; see LICENSE.

import Glibc

/// Says what is wrong on the error stream and ends the program.
func fail(_ message: String, code: Int32) -> Never {
  let line = "benchmarks: \(message)\n"
  _ = line.withCString { write(STDERR_FILENO, $0, strlen($0)) }
  exit(code)
}

if CommandLine.arguments.count == 3, CommandLine.arguments[1] == SnapshotBench.firstArgument {
  do { try SnapshotBench.takeFirst(CommandLine.arguments[2]) } catch { fail("\(error)", code: 1) }
  exit(0)
}
if CommandLine.arguments.count == 3, CommandLine.arguments[1] == ScaleServer.firstArgument {
  do { try ScaleServer.serve(CommandLine.arguments[2]) } catch { fail("\(error)", code: 1) }
  exit(0)
}
if CommandLine.arguments.count > 1, CommandLine.arguments[1] == ScaleCommand.firstArgument {
  do { try ScaleCommand.run(CommandLine.arguments.dropFirst(2)) } catch {
    fail("\(error)", code: 1)
  }
  exit(0)
}
if CommandLine.arguments.count > 1, CommandLine.arguments[1] == LayoutSystems.firstArgument {
  do { try LayoutSystems.run(CommandLine.arguments.dropFirst(2)) } catch {
    fail("\(error)", code: 1)
  }
  exit(0)
}
let command: CommandLineOptions
do {
  command = try CommandLineOptions(CommandLine.arguments.dropFirst())
} catch {
  fail("\(error.message)\n\(CommandLineOptions.usage)", code: 2)
}
if command.isHelp {
  print(CommandLineOptions.usage)
  exit(0)
}
if let directory = command.pictures {
  guard PathPicture.write(to: directory) else { fail("cannot write into \(directory)", code: 1) }
  exit(0)
}
if let directory = command.sceneFrames {
  do { try SceneDump.write(to: directory, command.filters) } catch { fail("\(error)", code: 1) }
  exit(0)
}
if let directory = command.lottieFrames {
  do { try LottieBench.write(to: directory, command.filters) } catch { fail("\(error)", code: 1) }
  exit(0)
}
let benches = command.benches
guard !benches.isEmpty else { fail("no bench has such a name; --list lists them", code: 2) }
if command.isList {
  for bench in benches { print(bench.name) }
  exit(0)
}
do {
  if command.isJSON { print("[") }
  if command.isTable { print(Measurement.heads) }
  for (index, bench) in benches.enumerated() {
    let measurement = try Measurement(bench, command.options)
    let comma = index + 1 < benches.count ? "," : ""
    if command.isTable {
      print(measurement.row)
    } else {
      print(command.isJSON ? "  " + measurement.json + comma : measurement.line)
    }
  }
  if command.isJSON { print("]") }
} catch {
  fail("\(error)", code: 1)
}
