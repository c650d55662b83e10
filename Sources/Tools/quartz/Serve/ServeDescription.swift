// The description of the service that clients can read: OpenAPI 3.1.
// Licensed under the MIT license; see LICENSE.

import QuartzLottie

/// Describes the service from its own tables.
enum ServeDescription {
  /// - Parameter hasToken: Whether requests need one.
  static func document(version: String, hasToken: Bool) -> JSONValue {
    var paths: [String: JSONValue] = [
      ServePath.health: ["get": health],
      ServePath.description: ["get": ownDescription],
    ]
    for result in ServedResult.allCases { paths[result.path] = ["post": drawing(result)] }
    let document: JSONValue = [
      "openapi": "3.1.0",
      "info": [
        "title": "quartz serve", "version": .text(version),
        "description": "Draws layer packages and Lottie animations to pictures and films.",
      ],
      "paths": .object(paths),
      "components": [
        "schemas": [
          "Error": object(["error": ["type": "string"]])
        ],
        "securitySchemes": ["token": ["type": "http", "scheme": "bearer"]],
      ],
    ]
    return hasToken ? document.adding(["security": [["token": []]]]) : document
  }

  /// The schema of an object with these values and no others.
  private static func object(_ properties: [String: JSONValue]) -> JSONValue {
    [
      "type": "object", "properties": .object(properties), "additionalProperties": false,
      "required": .list(properties.keys.sorted().map { .text($0) }),
    ]
  }

  private static let health: JSONValue = [
    "summary": "Whether the server runs, and its version.",
    "operationId": "health",
    "security": [],
    "responses": responses(
      [.forbidden],
      ["application/json": ["schema": object(["version": ["type": "string"]])]]
    ),
  ]

  private static let ownDescription: JSONValue = [
    "summary": "This description.",
    "operationId": "description",
    "responses": responses(
      [.unauthorized, .forbidden],
      ["application/json": ["schema": ["type": "object"]]]
    ),
  ]

  private static func drawing(_ result: ServedResult) -> JSONValue {
    let bytes: JSONValue = ["schema": ["type": "string", "format": "binary"]]
    let types = ServeDocument.allTypes.filter { $0 != ServeDocument.silentTypes[1] }
    return [
      "summary": "Draws a document to a \(result.rawValue).",
      "operationId": .text(result.rawValue),
      "parameters": .list(result.parameters.map(\.description)),
      "requestBody": [
        "description": "A zipped package or wallpaper, CAML, a keyed archive, Lottie or dotLottie.",
        "required": true,
        "content": .object(Dictionary(uniqueKeysWithValues: types.map { ($0, content(of: $0)) })),
      ],
      "responses": responses(
        ServeRefusal.Status.allCases.filter { ![.notFound, .methodNotAllowed].contains($0) },
        Dictionary(uniqueKeysWithValues: result.mediaTypes.map { ($0, bytes) })
      ),
    ]
  }

  /// The schema of bodies of a type.
  private static func content(of type: String) -> JSONValue {
    type.hasSuffix("json")
      ? ["schema": ["type": "object"]] : ["schema": ["type": "string", "format": "binary"]]
  }

  private static func responses(
    _ refusals: [ServeRefusal.Status],
    _ content: [String: JSONValue]
  ) -> JSONValue {
    var all: [String: JSONValue] = [
      "200": ["description": "It was done.", "content": .object(content)]
    ]
    for status in refusals {
      all["\(status.rawValue)"] = [
        "description": .text(status.meaning),
        "content": ["application/json": ["schema": ["$ref": "#/components/schemas/Error"]]],
      ]
    }
    return .object(all)
  }
}
