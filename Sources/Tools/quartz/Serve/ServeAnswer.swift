// Answers to requests, and the reasons for those that are no picture.
// Licensed under the MIT license; see LICENSE.

import Foundation
import QuartzLottie

/// An answer.
struct ServeAnswer: Sendable {
  var status = 200
  /// The media type.
  var type: String
  var body: Data
  var headers: [(name: String, value: String)] = []
}

/// The reason why a request has no picture.
struct ServeRefusal: Error, Sendable {
  /// The statuses of such answers.
  enum Status: Int, CaseIterable, Sendable {
    case badRequest = 400
    case unauthorized = 401
    case forbidden = 403
    case notFound = 404
    case methodNotAllowed = 405
    case contentTooLarge = 413
    case unsupportedMediaType = 415
    case unprocessableContent = 422
    case internalServerError = 500
    case notImplemented = 501
    case serviceUnavailable = 503
    case gatewayTimeout = 504

    /// The meaning here.
    var meaning: String {
      switch self {
      case .badRequest: "A parameter is wrong, or there is no body."
      case .unauthorized: "The token is missing or wrong."
      case .forbidden: "A page of another site has made the request."
      case .notFound: "There is no such path."
      case .methodNotAllowed: "The path has another method."
      case .contentTooLarge: "The body has too many bytes."
      case .unsupportedMediaType: "The body is no document."
      case .unprocessableContent: "The document cannot be drawn, or needs more than is allowed."
      case .internalServerError: "The server cannot draw."
      case .notImplemented: "The server has no program that encodes such films."
      case .serviceUnavailable: "Too many requests wait."
      case .gatewayTimeout: "Drawing takes too long."
      }
    }
  }

  var status: Status
  /// One line: the thing that is wrong, its place, the values that are right.
  var message: String
  var headers: [(name: String, value: String)] = []

  init(_ status: Status, _ message: String, headers: [(name: String, value: String)] = []) {
    (self.status, self.message, self.headers) = (status, message, headers)
  }

  var answer: ServeAnswer {
    ServeAnswer(
      status: status.rawValue,
      type: "application/json",
      body: JSONValue.object(["error": .text(message)]).bytes,
      headers: headers
    )
  }
}
