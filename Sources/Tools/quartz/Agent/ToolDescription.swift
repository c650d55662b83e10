// Descriptions of the tools and their arguments, for clients.
// Licensed under the MIT license; see LICENSE.

/// A tool as clients see it.
struct ToolDescription: Encodable {
  struct Schema: Encodable {
    var type = "object"
    var properties: [String: Property]
    var required: [String]
    var additionalProperties = false
  }

  /// An argument.
  struct Property: Encodable {
    struct Item: Encodable {
      var type: String
    }

    var type: String
    var description: String
    var items: Item?

    static func text(_ description: String) -> Property {
      Property(type: "string", description: description)
    }
    static func number(_ description: String) -> Property {
      Property(type: "number", description: description)
    }
    static func whole(_ description: String) -> Property {
      Property(type: "integer", description: description)
    }
    static func truth(_ description: String) -> Property {
      Property(type: "boolean", description: description)
    }
    static func list(of type: String, _ description: String) -> Property {
      Property(type: "array", description: description, items: Item(type: type))
    }
  }

  var name: String
  var description: String
  var inputSchema: Schema

  init(
    _ tool: AgentTools.Tool,
    _ description: String,
    _ properties: [String: Property] = [:],
    required: [String] = []
  ) {
    name = tool.rawValue
    self.description = description
    inputSchema = Schema(properties: properties, required: required)
  }

  private static let query = Property.text(
    "An element: #identifier, button \"label\", \"label\", e12; [2] behind it is the second."
  )
  private static let budget = Property.whole(
    "The most bytes of the answer; \(AgentTools.usualBudget) by default, and for pictures "
      + "\(AgentTools.pictureBudget)."
  )
  private static let place = Property.list(of: "number", "A place [x, y] in points.")
  private static let duration = Property.number("In seconds.")
  private static let session = [
    "text": Property.text("The session; without it and path, the one recorded so far."),
    "path": Property.text("A file with it."),
  ]

  static let all = opening + looking + acting + sessions

  private static let opening = [
    ToolDescription(
      .open,
      "Opens a program that shows a UIWindow, or a file of layers (.ca, .caml, .wallpaper, .json, "
        + ".lottie), or a context of a render server. The one before is closed.",
      [
        "program": .list(of: "string", "The program and its arguments."),
        "file": .text("A file of layers."),
        "server": .text("The socket of a render server."),
        "process": .whole("The process whose context to open; any without it."),
        "context": .whole("The number of the context; the largest without it."),
        "scale": .number("Pixels per point, for files; 1 by default."),
      ]
    ),
    ToolDescription(.close, "Ends the program, or closes the file."),
  ]

  private static let looking = [
    ToolDescription(
      .tree,
      "The elements that show, a line each: role, label, = value, #identifier, x,y and size in points, "
        + "[states], {gestures and actions}, @reference. Of files and servers: the layers.",
      [
        "query": query, "depth": .whole("The most levels below the first."),
        "all": .truth("Whether views that show nothing are there too."),
        "first": .whole("The first row, for layers."), "count": .whole("The rows, for layers."),
        "budget": budget,
      ]
    ),
    ToolDescription(
      .find,
      "The elements that a query finds, a line each; of files, the layers with a name, class or number.",
      ["query": query, "all": .truth("Whether those that do not show count."), "budget": budget],
      required: ["query"]
    ),
    ToolDescription(
      .picture,
      "A picture of what shows now, or of one element.",
      [
        "query": query, "layer": .text("The number of a layer, for files and servers."),
        "alone": .truth("Whether the element is drawn by itself, without what lies over it."),
        "name": .text("A name under which the picture is kept for difference."), "budget": budget,
      ]
    ),
    ToolDescription(
      .difference,
      "Compares what shows now with a picture that was kept: the pixels that differ, where, by how much, "
        + "and a picture of it.",
      ["name": .text("The name of the kept picture."), "query": query, "budget": budget],
      required: ["name"]
    ),
    ToolDescription(
      .layers,
      "The layers under a point, from front to back, with the views that they belong to.",
      ["point": place, "budget": budget],
      required: ["point"]
    ),
    ToolDescription(
      .layer,
      "All values of a layer of a file or a server.",
      ["layer": .text("Its number."), "budget": budget],
      required: ["layer"]
    ),
    ToolDescription(.costs, "The costs of the last frame, and memory.", ["budget": budget]),
    ToolDescription(.state, "The time, the size, and what takes keys."),
  ]

  private static let acting = [
    ToolDescription(
      .tap,
      "Taps an element or a place.",
      [
        "query": query, "point": place, "count": .whole("Taps; 1 by default, 10 at most."),
        "duration": .number("How long the finger is down, in seconds; 0.05 by default."),
      ]
    ),
    ToolDescription(
      .swipe,
      "Moves a finger over an element, or from point to to.",
      [
        "query": query, "direction": .text("The way of the finger: left, right, up or down."),
        "distance": .number("In points; three fifths of the element by default."),
        "point": place, "to": place, "duration": duration,
      ]
    ),
    ToolDescription(
      .scroll,
      "Drags the content of an element so that what lies in a direction comes into view, and lets it "
        + "rest.",
      [
        "query": query, "direction": .text("left, right, up or down; down shows what is below."),
        "distance": .number("In points."),
      ],
      required: ["query", "direction"]
    ),
    ToolDescription(
      .type,
      "Types a text into a field, which is tapped first if it has no focus.",
      ["query": query, "text": .text("The text; \\n presses return.")],
      required: ["text"]
    ),
    ToolDescription(
      .act,
      "Does an action of accessibility: activate, increment, decrement, escape, magic tap, focus, "
        + "scroll up, or one in braces in the element's line.",
      ["query": query, "action": .text("Its name.")],
      required: ["query", "action"]
    ),
    ToolDescription(
      .step,
      "Moves the time on; timers and animations run up to then.",
      ["seconds": .number("At most 3600.")],
      required: ["seconds"]
    ),
    ToolDescription(
      .steps,
      "Takes steps as sessions have them: down 1 x,y t=0.5; move 1 x,y; up 1; wait t=2; type \"text\"; "
        + "key return; wheel x,y right,up; shake; see #id => text \"label\" #id.",
      ["text": .text("The steps, a line each or between semicolons.")],
      required: ["text"]
    ),
    ToolDescription(
      .see,
      "Says what an element is now, and records it: a replay fails where it is something else.",
      [
        "query": query,
        "facts": .text("What is expected, such as text \"3\" #count, or nothing; fails otherwise."),
      ],
      required: ["query"]
    ),
  ]

  private static let sessions = [
    ToolDescription(
      .session,
      "The steps so far as text, which replay plays.",
      ["path": .text("A file to write it to."), "budget": budget]
    ),
    ToolDescription(
      .replay,
      "Plays a session in a new program, and says which step failed.",
      session
    ),
    ToolDescription(
      .minimise,
      "Makes a session that fails as short as it can be for the same step to fail in the same way.",
      session.merging([
        "count": .whole("The most runs of the program; 200 by default."), "budget": budget,
      ]) { $1 }
    ),
  ]
}
