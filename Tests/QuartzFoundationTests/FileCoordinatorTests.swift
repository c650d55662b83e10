// Reads and writes of files that do not meet.
// Licensed under the MIT license; see LICENSE.

import Foundation
import QuartzSharing
import Testing

@testable import QuartzFoundation

// Safe because: its list has a lock.
private final class FileWatcher: NSFilePresenter, @unchecked Sendable {
  let presentedItemURL: URL?
  let presentedItemOperationQueue = OperationQueue()
  let heard = Guarded<[String]>([])

  init(_ url: URL) { presentedItemURL = url }

  func presentedItemDidChange() { heard.withLock { $0.append("change") } }
  func presentedItemDidMove(to newURL: URL) {
    heard.withLock { $0.append(newURL.lastPathComponent) }
  }

  var all: [String] {
    presentedItemOperationQueue.waitUntilAllOperationsAreFinished()
    return heard.withLock { $0 }
  }
}

@Suite("NSFileCoordinator")
struct FileCoordinatorTests {
  private let folder = FileManager.default.temporaryDirectory
    .appendingPathComponent(UUID().uuidString)
  private var file: URL { folder.appendingPathComponent("a.txt") }

  @Test("A block gets the addresses, at once and without an error")
  func accesses() {
    var (error, urls): (NSError?, [URL]) = (nil, [])
    let coordinator = NSFileCoordinator()
    coordinator.coordinate(readingItemAt: file, error: &error) { urls.append($0) }
    coordinator.coordinate(writingItemAt: file, options: .forReplacing, error: nil) {
      urls.append($0)
      // A thread does not wait for itself.
      NSFileCoordinator().coordinate(writingItemAt: $0, error: nil) { urls.append($0) }
    }
    coordinator.coordinate(readingItemAt: file, writingItemAt: folder, error: nil) {
      urls += [$0, $1]
    }
    coordinator.coordinate(writingItemAt: file, writingItemAt: folder, error: nil) {
      urls += [$0, $1]
    }
    #expect(urls == [file, file, file, file, folder, file, folder] && error == nil)
    coordinator.cancel()
    coordinator.coordinate(readingItemAt: file, error: &error) { urls.append($0) }
    #expect(urls.count == 7 && error?.code == CocoaError.userCancelled.rawValue)
  }

  @Test("Writes are alone, also those of a folder around the file")
  func writes() {
    let (file, folder) = (file, folder)
    let counts = Guarded((now: 0, most: 0, sum: 0))
    DispatchQueue.concurrentPerform(iterations: 8) { number in
      for _ in 0..<50 {
        NSFileCoordinator().coordinate(writingItemAt: number % 2 == 0 ? file : folder, error: nil) {
          _ in
          counts.withLock {
            $0.now += 1
            $0.most = max($0.most, $0.now)
          }
          counts.withLock {
            $0.now -= 1
            $0.sum += 1
          }
        }
      }
    }
    let result = counts.withLock { $0 }
    #expect(result.most == 1 && result.sum == 400)
  }

  @Test("Reads go on together")
  func reads() {
    let file = file
    let (both, ended) = (Monitor(0), Monitor(0))
    // Each reader waits for the other one, inside of its access.
    for _ in 0..<2 {
      Thread.detachNewThread {
        NSFileCoordinator().coordinate(readingItemAt: file, error: nil) { _ in
          both.change { $0 += 1 }
          both.wait(until: { $0 == 2 }, then: { _ in })
        }
        ended.change { $0 += 1 }
      }
    }
    ended.wait(until: { $0 == 2 }, then: { _ in })
    #expect(both.withLock { $0 } == 2)
  }

  @Test("Accesses of one purpose do not wait for each other")
  func purposes() {
    let file = file
    NSFileCoordinator().coordinate(writingItemAt: file, error: nil) { _ in }
    let outer = NSFileCoordinator()
    outer.purposeIdentifier = "one"
    let queue = OperationQueue()
    outer.coordinate(writingItemAt: file, error: nil) { url in
      queue.addOperation {
        let inner = NSFileCoordinator()
        inner.purposeIdentifier = "one"
        inner.coordinate(writingItemAt: url, error: nil) { _ in }
      }
      queue.waitUntilAllOperationsAreFinished()
    }
    let done = Guarded<[String]>([])
    let intents = [NSFileAccessIntent.readingIntent(with: file), .writingIntent(with: folder)]
    #expect(intents.map(\.url) == [file, folder])
    outer.coordinate(with: intents, queue: queue) { error in
      done.withLock { $0.append(error == nil ? "done" : "failed") }
    }
    queue.waitUntilAllOperationsAreFinished()
    outer.cancel()
    outer.coordinate(with: intents, queue: queue) { error in
      done.withLock { $0.append(error == nil ? "done" : "failed") }
    }
    queue.waitUntilAllOperationsAreFinished()
    #expect(done.withLock { $0 } == ["done", "failed"])
  }

  @Test("Presenters hear of what others do")
  func presenters() {
    let (first, second) = (FileWatcher(folder), FileWatcher(file))
    NSFileCoordinator.addFilePresenter(first)
    NSFileCoordinator.addFilePresenter(second)
    NSFileCoordinator.addFilePresenter(second)
    #expect(NSFileCoordinator.filePresenters.contains { $0 === first })
    let coordinator = NSFileCoordinator(filePresenter: second)
    coordinator.coordinate(readingItemAt: file, error: nil) { _ in }
    coordinator.coordinate(writingItemAt: file, error: nil) { _ in }
    #expect(first.all == ["change"] && second.all.isEmpty)
    NSFileCoordinator().item(at: file, didMoveTo: folder.appendingPathComponent("b.txt"))
    #expect(second.all == ["b.txt"])
    NSFileCoordinator.removeFilePresenter(first)
    NSFileCoordinator.removeFilePresenter(second)
    NSFileCoordinator().coordinate(writingItemAt: file, error: nil) { _ in }
    #expect(second.all == ["b.txt"] && !NSFileCoordinator.filePresenters.contains { $0 === second })
  }
}
