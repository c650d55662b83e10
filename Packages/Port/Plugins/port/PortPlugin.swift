// swift package port: ports a package that depends on this one.
// Licensed under the MIT license; see LICENSE.

import Foundation
import PackagePlugin

/// Runs quartz-port on the package, or on the folder that the arguments name.
@main
struct PortPlugin: CommandPlugin {
  func performCommand(context: PluginContext, arguments: [String]) async throws {
    let tool = try context.tool(named: "quartz-port")
    let process = Process()
    process.executableURL = tool.url
    process.currentDirectoryURL = context.package.directoryURL
    // A folder comes first; without one it is the package itself.
    let isNamed = arguments.first.map { !$0.hasPrefix("-") } ?? false
    process.arguments = (isNamed ? [] : [context.package.directoryURL.path]) + arguments
    try process.run()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      Diagnostics.error("quartz-port ended with \(process.terminationStatus)")
      return
    }
  }
}
