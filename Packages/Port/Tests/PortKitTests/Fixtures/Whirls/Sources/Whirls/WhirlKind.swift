// The thirty kinds.
// Licensed under the MIT license; see LICENSE.

import UIKit

/// Puts layers with animations into a layer.
protocol WhirlAnimation {
    func setUp(in layer: CALayer, size: CGSize, color: UIColor)
}

@objc public enum WhirlKind: Int, CaseIterable {
    case ballPulse, ballGrid, ballClipRotate, ballClipRotatePulse, ballClipRotateMultiple
    case squareSpin, ballRotate, ballScale, ballScaleMultiple, ballScaleRipple
    case ballScaleRippleMultiple, ballBeat, ballPulseSync, ballPulseRise, ballZigZag
    case ballTrianglePath, lineScale, lineScaleParty, lineScalePulse, lineScalePulseRapid
    case lineSpin, ballSpin, triangleSkew, pacman, ballGridBeat
    case semiCircleSpin, audioBars, orbit, cubeTransition, strokeSpin

    var animation: WhirlAnimation {
        switch self {
        case .ballPulse: return Row(count: 3, delays: [0.12, 0.24, 0.36], scales: [1, 0.3, 1], duration: 0.75)
        case .ballGrid: return Grid(durations: [0.72, 1.02, 1.28, 1.42, 1.45, 1.18, 0.87, 1.45, 1.06], fades: true)
        case .ballClipRotate: return Rings(radii: [1], parts: [0.75], duration: 0.75)
        case .ballClipRotatePulse: return Rings(radii: [1, 0.5], parts: [0.3, 1], duration: 1)
        case .ballClipRotateMultiple: return Rings(radii: [1, 0.6], parts: [0.5, 0.5], duration: 0.75)
        case .squareSpin: return Flip(shape: .rectangle, axis: (1, 0), duration: 3)
        case .ballRotate: return Turning(count: 3, duration: 1)
        case .ballScale: return Ripples(count: 1, shape: .circle, duration: 1)
        case .ballScaleMultiple: return Ripples(count: 3, shape: .circle, duration: 1)
        case .ballScaleRipple: return Ripples(count: 1, shape: .ring, duration: 1)
        case .ballScaleRippleMultiple: return Ripples(count: 3, shape: .ring, duration: 1.25)
        case .ballBeat: return Row(count: 3, delays: [0.35, 0, 0.35], scales: [1, 0.75, 1], duration: 0.7)
        case .ballPulseSync: return Wave(delays: [0.07, 0.14, 0.21], rise: 0.5, duration: 0.6)
        case .ballPulseRise: return Wave(delays: [0, 0.3, 0, 0.3, 0], rise: 0.7, duration: 1)
        case .ballZigZag: return Paths(corners: [(0, 0), (-1, -1), (1, -1)], count: 2, duration: 0.7)
        case .ballTrianglePath: return Paths(corners: [(0, -1), (1, 1), (-1, 1)], count: 3, duration: 2)
        case .lineScale: return Bars(delays: [0.1, 0.2, 0.3, 0.4, 0.5], heights: [1, 0.4, 1], duration: 1)
        case .lineScaleParty: return Bars(delays: [0.77, 0.29, 0.28, 0.74], heights: [1, 0.5, 1], duration: 1.26)
        case .lineScalePulse: return Bars(delays: [0.4, 0.2, 0, 0.2, 0.4], heights: [1, 0.4, 1], duration: 1)
        case .lineScalePulseRapid: return Bars(delays: [0.5, 0.25, 0, 0.25, 0.5], heights: [1, 0.3, 1], duration: 0.9)
        case .lineSpin: return Spokes(shape: .line, count: 8, duration: 1.2)
        case .ballSpin: return Spokes(shape: .circle, count: 8, duration: 1)
        case .triangleSkew: return Flip(shape: .triangle, axis: (0, 1), duration: 3)
        case .pacman: return Pacman()
        case .ballGridBeat: return Grid(durations: [0.96, 0.93, 1.19, 1.13, 1.34, 0.94, 1.2, 0.82, 1.19], fades: false)
        case .semiCircleSpin: return Rings(radii: [1], parts: [0.5], duration: 0.6)
        case .audioBars: return Bars(delays: [0, 0.1, 0.2, 0.3], heights: [0.1, 0.9, 0.4, 1, 0.1], duration: 4.3)
        case .orbit: return Orbit()
        case .cubeTransition: return Cubes()
        case .strokeSpin: return StrokeSpin()
        }
    }
}

/// The shapes that spinners are made of.
enum WhirlShape {
    case circle, ring, rectangle, line, triangle

    func layer(size: CGSize, color: UIColor) -> CALayer {
        let layer = CAShapeLayer()
        let box = CGRect(origin: .zero, size: size)
        let path: UIBezierPath
        switch self {
        case .circle, .ring:
            path = UIBezierPath(
                arcCenter: CGPoint(x: size.width / 2, y: size.height / 2), radius: size.width / 2,
                startAngle: 0, endAngle: 2 * .pi, clockwise: false)
        case .rectangle: path = UIBezierPath(rect: box)
        case .line: path = UIBezierPath(roundedRect: box, cornerRadius: size.width / 2)
        case .triangle:
            let offset = size.height / 4
            path = UIBezierPath()
            path.move(to: CGPoint(x: 0, y: size.height - offset))
            path.addLine(to: CGPoint(x: size.width / 2, y: size.height / 2 - offset))
            path.addLine(to: CGPoint(x: size.width, y: size.height - offset))
            path.close()
        }
        if case .ring = self {
            layer.fillColor = nil
            layer.strokeColor = color.cgColor
            layer.lineWidth = 2
        } else {
            layer.fillColor = color.cgColor
        }
        layer.path = path.cgPath
        layer.frame = box
        return layer
    }
}
