// The Swift of all nibs of a package.
// Licensed under the MIT license; see LICENSE.

/// The Swift that is written for nibs.
struct NibFiles {
  /// The texts by their paths.
  private(set) var texts: [String: String] = [:]
  /// The modules by the same paths.
  private(set) var modules: [String: String] = [:]
  private(set) var findings: [Finding] = []
  private(set) var uses: Set<NibWriter.Use> = []

  /// Writes nibs; one that cannot be read is a finding with its line.
  static func write(_ nibs: [NibText], _ facts: NibFacts) -> NibFiles {
    var files = NibFiles()
    for nib in nibs.sorted(by: { $0.path < $1.path }) {
      do throws(NibError) {
        var writer = NibWriter(try NibDocument(nib), facts)
        let text = writer.write()
        if files.texts[nib.output] != nil {
          files.report(
            nib,
            1,
            "another language has this nib, too: the texts of the first one count"
          )
          continue
        }
        files.texts[nib.output] = text
        files.modules[nib.output] = nib.module
        files.findings += writer.findings
        files.uses.formUnion(writer.uses)
      } catch {
        files.report(nib, error.line, error.message)
      }
    }
    return files
  }

  private mutating func report(_ nib: NibText, _ line: Int, _ message: String) {
    findings.append(Finding(path: nib.path, line: line, message: message))
  }
}
