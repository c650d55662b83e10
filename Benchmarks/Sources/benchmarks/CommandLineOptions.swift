// The command line of the benches.
// Licensed under the MIT license; see LICENSE.

import QuartzGLES

/// The benches to run and their options, from the program's arguments.
struct CommandLineOptions {
  /// A command line that makes no sense.
  struct UsageError: Error {
    let message: String
  }

  static let usage = """
    usage: benchmarks [--json|--table] [--list] [--frames N] [--backend NAME] [--threads N|all]
                      [--platform NAME] [--gpu] [--scenes] [--extended] [FILTER...]
           benchmarks --pictures DIRECTORY
           benchmarks --frames-of-scenes DIRECTORY [FILTER...]
           benchmarks --frames-of-lottie DIRECTORY [FILTER...]
           benchmarks --scale layers|clients|threads|animations [COUNT...]
           benchmarks --layout solve FILE | time FILE ROUNDS | dump FILE

    Runs the benches whose names contain one of the filters (all without a filter).
    --backend   \(BackendChoice.allCases.map(\.rawValue).joined(separator: ", ")); default software
    --platform  the connection of gles: gbm, device:0, surfaceless ...; default the first that works
    --gpu       prints the times of the GPU, too, by timer queries of gles
    --scenes    of the benches the \(Registry.scenes.count) scenes that peers draw, too
    --extended  draws those scenes on outputs of half floats
    --table     prints a table in Markdown
    --threads   threads of the software renderer; default 1
    --pictures  writes paths and their coverage into a directory, for Peers/path_bench.py
    --frames-of-scenes  writes plans and pictures of scenes/, for Peers/scene_bench.py
    --frames-of-lottie  writes two pictures of each lottie/ document, for Peers/lottie_bench.py
    --scale     prints a table of what grows with a count, for scripts/scale
    --layout    solves systems of layout equations, for Peers/layout_bench.py
    --frames    measured frames for each bench, at least 15; default 25
    """

  private(set) var options = BenchOptions()
  private(set) var isJSON = false
  private(set) var isTable = false
  private(set) var isList = false
  private(set) var isHelp = false
  /// Where to write the pictures of paths; nil to run benches.
  private(set) var pictures: String?
  /// Where to write the frames of scenes; nil to run benches.
  private(set) var sceneFrames: String?
  /// Where to write the frames of Lottie documents; nil to run benches.
  private(set) var lottieFrames: String?
  private var hasScenesOnly = false
  private(set) var filters: [String] = []

  init(_ arguments: ArraySlice<String>) throws(UsageError) {
    var arguments = arguments
    while let argument = arguments.popFirst() {
      switch argument {
      case "--json": isJSON = true
      case "--table": isTable = true
      case "--scenes": hasScenesOnly = true
      case "--gpu": options.timesGPU = true
      case "--extended": options.range = .extended(headroom: 4)
      case "--list": isList = true
      case "--help", "-h": isHelp = true
      case "--frames": options.frames = try number(argument, arguments.popFirst())
      case "--pictures": pictures = try directory(argument, arguments.popFirst())
      case "--frames-of-scenes": sceneFrames = try directory(argument, arguments.popFirst())
      case "--frames-of-lottie": lottieFrames = try directory(argument, arguments.popFirst())
      case "--threads":
        let value = arguments.popFirst()
        options.threads = value == "all" ? nil : try number(argument, value)
      case "--platform":
        let value = arguments.popFirst() ?? ""
        guard let choice = PlatformChoice(name: value) else {
          throw UsageError(message: "\(argument): there is no connection \"\(value)\"")
        }
        options.platforms = choice
      case "--backend":
        let value = arguments.popFirst() ?? ""
        guard let choice = BackendChoice(rawValue: value) else {
          throw UsageError(message: "\(argument): there is no backend \"\(value)\"")
        }
        options.backend = choice
      default:
        guard !argument.hasPrefix("-") else {
          throw UsageError(message: "unknown option \(argument)")
        }
        filters.append(argument)
      }
    }
  }

  /// The benches to run.
  var benches: [Bench] {
    let all = hasScenesOnly ? Registry.scenes : Registry.benches
    return all.filter { bench in
      filters.isEmpty || filters.contains { bench.name.contains($0) }
    }
  }

  private func directory(_ option: String, _ text: String?) throws(UsageError) -> String {
    guard let text else { throw UsageError(message: "\(option) needs a directory") }
    return text
  }

  private func number(_ option: String, _ text: String?) throws(UsageError) -> Int {
    guard let text, let number = Int(text), number > 0 else {
      throw UsageError(message: "\(option) needs a number above 0")
    }
    return number
  }
}
