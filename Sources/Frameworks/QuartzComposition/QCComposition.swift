// Compositions from files.
// Licensed under the MIT license; see LICENSE.

public import Foundation
import OpenGLES

/// A composition: patches that make, filter and draw images, and how they are connected.
///
/// It is read from a property list of Quartz Composer (`.qtz`) or from JSON (`.composition`), at
/// most 16 MB and 4,096 patches. Documentation/Compositions.md has the patches and the form.
///
/// **Differences**: patches are clear, image, movie, camera, billboard, splitter and the filters of
/// Core Image; others are skipped with one line for each class. The JSON form is our own.
public final class QCComposition: NSObject {
  let graph: PatchGraph
  /// The folder of relative paths of films and images; nil for the program's.
  let base: URL?

  /// The beginning of lines on the standard error.
  static let module = "QuartzComposition"

  /// Reads a composition; nil if it cannot be used, with a line on the standard error that says
  /// why.
  public convenience init?(data: Data) {
    self.init(data, base: nil, name: "a composition")
  }

  /// Reads the composition of a file; nil if it cannot be used, with a line on the standard error
  /// that says why.
  ///
  /// Relative paths in it begin at its folder.
  public convenience init?(file path: String) {
    let url = URL(fileURLWithPath: path)
    let size = try? FileManager.default.attributesOfItem(atPath: path)[.size] as? Int
    guard let size, size <= CompositionFile.mostBytes, let data = try? Data(contentsOf: url) else {
      Diagnostics.report(
        "\(path): there is no file of at most \(CompositionFile.mostBytes) bytes",
        from: QCComposition.module
      )
      return nil
    }
    self.init(data, base: url.deletingLastPathComponent(), name: path)
  }

  private init?(_ data: Data, base: URL?, name: String) {
    do throws(CompositionError) {
      graph = try CompositionFile.read(data)
    } catch {
      Diagnostics.report("\(name): \(error)", from: QCComposition.module)
      return nil
    }
    self.base = base
    for warning in graph.warnings {
      Diagnostics.report("\(name): \(warning)", from: QCComposition.module)
    }
    super.init()
  }

  /// The names of the published inputs, sorted.
  public var inputKeys: [String] { graph.inputs.keys.sorted() }

  /// The names of the published results, sorted.
  public var outputKeys: [String] { graph.outputs.keys.sorted() }
}
