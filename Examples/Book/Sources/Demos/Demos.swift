// All demos, in the order of the texts.
// Licensed under the MIT license; see LICENSE.

public import BookKit

/// The demos of the book.
@MainActor
public enum Demos {
  /// All demos; each chapter lists its own.
  public static let all: [Demo] = [
    LockwoodChapter1.demos,
    LockwoodChapter2.demos,
    LockwoodChapter3.demos,
    LockwoodChapter4.demos,
    LockwoodChapter5.demos,
    LockwoodChapter6.demos,
    LockwoodChapter7.demos,
    LockwoodChapter8.demos,
    LockwoodChapter9.demos,
    LockwoodChapter10.demos,
    LockwoodChapter11.demos,
    LockwoodChapter12.demos,
    LockwoodChapter13.demos,
    LockwoodChapter14.demos,
    LockwoodChapter15.demos,
    Instruments.demos,
    Neuburg.demos,
    Guide.demos,
    Zarra.demos,
  ].flatMap { $0 }
}
