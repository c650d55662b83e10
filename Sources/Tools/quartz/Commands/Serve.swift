// quartz serve: pictures and films over HTTP.
// Licensed under the MIT license; see LICENSE.

#if Serve
import ArgumentParser
import Foundation
import QuartzWire

struct Serve: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "serve",
    abstract: "Draw documents that come over HTTP to pictures and films.",
    discussion: """
      On this machine:   quartz serve
      On any address:    quartz serve --address 0.0.0.0 --token-file token

      POST /v1/picture and POST /v1/film take a zipped package, a .caml document, a .caar archive or a Lottie \
      animation, and options of quartz render in the query: /v1/picture?time=0.5&size=640x480. \
      GET /openapi.json describes them. Documentation/Serving.md has examples.

      Each request is drawn by a program of its own, with bounds of time and memory.
      """
  )

  @Option(help: ArgumentHelp("The port to listen on; 0 for any that is free.", valueName: "port"))
  var port: UInt16 = 8383

  @Option(
    help: ArgumentHelp(
      "The address to listen on, by number; others than loopback need a token.",
      valueName: "address"
    )
  )
  var address = ServeAddress.ip4("127.0.0.1")

  @Option(
    help: ArgumentHelp(
      "Requests must have the token in this file. Default: QUARTZ_TOKEN, or none.",
      valueName: "file"
    )
  )
  var tokenFile: String?

  @OptionGroup var limits: ServeLimits

  func run() throws {
    let token = try token()
    guard token != nil || address.isLoopback else {
      throw ValidationError("--address \(address.inURL) needs --token-file or QUARTZ_TOKEN")
    }
    let service = try ServeService(
      limits,
      ServePolicy(token: token, address: address),
      version: programVersion
    )
    try ServeServer.run(service, address, port: port) { place in
      try StandardOutput.write(Data("quartz: \(place)\n".utf8))
    }
  }

  /// The token of the file or of the environment.
  private func token() throws -> String? {
    let text =
      try tokenFile.map { path throws(RenderFailure) in
        guard let text = try? String(contentsOfFile: path, encoding: .utf8) else {
          throw .unreadable(path: path, reason: "expected a file with a token")
        }
        return text
      }
      ?? ProcessEnvironment.current.token
    guard let token = text?.trimmingCharacters(in: .whitespacesAndNewlines) else { return nil }
    guard token.utf8.count >= ServePolicy.shortestToken, !token.contains(where: \.isWhitespace)
    else {
      throw ValidationError(
        "a token has \(ServePolicy.shortestToken) characters or more, and no spaces"
      )
    }
    return token
  }
}
#endif
