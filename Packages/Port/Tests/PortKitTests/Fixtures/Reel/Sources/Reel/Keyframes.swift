// Values between keyframes.
// Licensed under the MIT license; see LICENSE.

import UIKit

/// A value that has values between it and another.
public protocol Interpolatable {
    static func between(_ from: Self, _ to: Self, _ part: CGFloat) -> Self
}

extension CGFloat: Interpolatable {
    public static func between(_ from: CGFloat, _ to: CGFloat, _ part: CGFloat) -> CGFloat {
        from + (to - from) * part
    }
}

extension CGPoint: Interpolatable {
    public static func between(_ from: CGPoint, _ to: CGPoint, _ part: CGFloat) -> CGPoint {
        CGPoint(x: .between(from.x, to.x, part), y: .between(from.y, to.y, part))
    }
}

extension CGAffineTransform: Interpolatable {
    public static func between(
        _ from: CGAffineTransform, _ to: CGAffineTransform, _ part: CGFloat
    ) -> CGAffineTransform {
        CGAffineTransform(
            a: .between(from.a, to.a, part), b: .between(from.b, to.b, part), c: .between(from.c, to.c, part),
            d: .between(from.d, to.d, part), tx: .between(from.tx, to.tx, part), ty: .between(from.ty, to.ty, part))
    }
}

/// How time passes between two keyframes.
public enum Ease {
    case linear, quadIn, quadOut, bounceOut

    func callAsFunction(_ t: CGFloat) -> CGFloat {
        switch self {
        case .linear: return t
        case .quadIn: return t * t
        case .quadOut: return t * (2 - t)
        case .bounceOut:
            if t < 1 / 2.75 { return 7.5625 * t * t }
            if t < 2 / 2.75 { return 7.5625 * pow(t - 1.5 / 2.75, 2) + 0.75 }
            if t < 2.5 / 2.75 { return 7.5625 * pow(t - 2.25 / 2.75, 2) + 0.9375 }
            return 7.5625 * pow(t - 2.625 / 2.75, 2) + 0.984375
        }
    }
}

struct Filmstrip<Value: Interpolatable> {
    private var frames: [(time: CGFloat, value: Value, ease: Ease)] = []

    mutating func add(_ value: Value, at time: CGFloat, _ ease: Ease) {
        let index = frames.firstIndex { $0.time > time } ?? frames.count
        frames.insert((time, value, ease), at: index)
    }

    subscript(time: CGFloat) -> Value? {
        guard let first = frames.first, let last = frames.last else { return nil }
        if time <= first.time { return first.value }
        if time >= last.time { return last.value }
        let next = frames.firstIndex { $0.time > time }!
        let (from, to) = (frames[next - 1], frames[next])
        return .between(from.value, to.value, from.ease((time - from.time) / (to.time - from.time)))
    }
}
