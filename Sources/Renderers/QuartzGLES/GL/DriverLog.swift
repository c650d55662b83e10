// The driver's error messages.
// Licensed under the MIT license; see LICENSE.

import CQuartzGLES

/// Messages of KHR_debug about errors or undefined behaviour, and other errors of GL.
///
/// It belongs to the thread on which the context is current; messages come during GL's calls.
final class DriverLog {
  private var messages: [String] = []
  /// The names of the last groups of commands.
  private(set) var groups: [String] = []

  /// Registers for messages of the current context.
  ///
  /// The log must outlive that or be detached.
  func attach(_ set: Extension.SetDebugCallback) {
    glEnable(GLenum(GL_DEBUG_OUTPUT_KHR))
    glEnable(GLenum(GL_DEBUG_OUTPUT_SYNCHRONOUS_KHR))
    set(
      { _, type, id, _, _, text, log in
        guard let log, let text else { return }
        if type == GLenum(GL_DEBUG_TYPE_PUSH_GROUP_KHR) {
          return Unmanaged<DriverLog>.fromOpaque(log).takeUnretainedValue()
            .begin(String(cString: text))
        }
        let kinds = [GL_DEBUG_TYPE_ERROR_KHR, GL_DEBUG_TYPE_UNDEFINED_BEHAVIOR_KHR]
        guard kinds.contains(Int32(type)) else { return }
        Unmanaged<DriverLog>.fromOpaque(log).takeUnretainedValue()
          .add("\(id): \(String(cString: text))")
      },
      Unmanaged.passUnretained(self).toOpaque()
    )
  }

  func add(_ message: String) {
    messages.append(message)
  }

  private func begin(_ group: String) {
    if groups.count == DriverLog.mostGroups { groups.removeFirst() }
    groups.append(group)
  }

  private static let mostGroups = 64

  static func detach(_ set: Extension.SetDebugCallback) {
    set(nil, nil)
  }

  /// Returns the messages and removes them.
  func take() -> [String] {
    defer { messages.removeAll() }
    return messages
  }
}
