// Stacks of matrices, and matrices of two columns.
// Licensed under the MIT license; see LICENSE.

import GLKit
import Testing

private func values<Matrix>(_ matrix: Matrix) -> [Float] {
  withUnsafeBytes(of: matrix) { Array($0.bindMemory(to: Float.self)) }
}

private let sample = GLKMatrix4MakeWithArray((0..<16).map { Float($0 * $0 % 7) - 2 })

@Suite struct GLKMatrixStackTests {
  @Test func topIsPutAsideAndComesBack() {
    let stack = GLKMatrixStackCreate()
    #expect(GLKMatrixStackSize(stack) == 1)
    #expect(values(GLKMatrixStackGetMatrix4(stack)) == values(GLKMatrix4Identity))
    GLKMatrixStackLoadMatrix4(stack, sample)
    GLKMatrixStackPush(stack)
    #expect(GLKMatrixStackSize(stack) == 2)
    #expect(values(GLKMatrixStackGetMatrix4(stack)) == values(sample))
    GLKMatrixStackScale(stack, 2, 3, 4)
    #expect(values(GLKMatrixStackGetMatrix4(stack)) != values(sample))
    GLKMatrixStackPop(stack)
    #expect(values(GLKMatrixStackGetMatrix4(stack)) == values(sample))
    // The last one stays.
    GLKMatrixStackPop(stack)
    #expect(GLKMatrixStackSize(stack) == 1)
    #expect(values(GLKMatrixStackGetMatrix4(stack)) == values(sample))
  }

  @Test func multipliedMatrixActsFirst() {
    let (vector, axis) = (GLKVector3Make(2, 3, 4), GLKVector3Make(1, 2, 2))
    let (vector4, axis4) = (GLKVector4Make(2, 3, 4, 9), GLKVector4Make(1, 2, 2, 9))
    let other = GLKMatrixStackCreate()
    GLKMatrixStackTranslate(other, 1, 2, 3)
    let moved = GLKMatrix4MakeTranslation(2, 3, 4)
    let scaled = GLKMatrix4MakeScale(2, 3, 4)
    let turned = GLKMatrix4MakeRotation(0.7, 1, 2, 2)
    let cases: [(GLKMatrix4, (GLKMatrixStack) -> Void)] = [
      (moved, { GLKMatrixStackTranslate($0, 2, 3, 4) }),
      (moved, { GLKMatrixStackTranslateWithVector3($0, vector) }),
      (moved, { GLKMatrixStackTranslateWithVector4($0, vector4) }),
      (scaled, { GLKMatrixStackScale($0, 2, 3, 4) }),
      (scaled, { GLKMatrixStackScaleWithVector3($0, vector) }),
      (scaled, { GLKMatrixStackScaleWithVector4($0, vector4) }),
      (turned, { GLKMatrixStackRotate($0, 0.7, 1, 2, 2) }),
      (turned, { GLKMatrixStackRotateWithVector3($0, 0.7, axis) }),
      (turned, { GLKMatrixStackRotateWithVector4($0, 0.7, axis4) }),
      (GLKMatrix4MakeXRotation(0.3), { GLKMatrixStackRotateX($0, 0.3) }),
      (GLKMatrix4MakeYRotation(0.3), { GLKMatrixStackRotateY($0, 0.3) }),
      (GLKMatrix4MakeZRotation(0.3), { GLKMatrixStackRotateZ($0, 0.3) }),
      (scaled, { GLKMatrixStackMultiplyMatrix4($0, scaled) }),
      (GLKMatrix4MakeTranslation(1, 2, 3), { GLKMatrixStackMultiplyMatrixStack($0, other) }),
    ]
    for (index, (factor, act)) in cases.enumerated() {
      let stack = GLKMatrixStackCreate()
      GLKMatrixStackLoadMatrix4(stack, sample)
      GLKMatrixStackPush(stack)
      act(stack)
      let expected = values(GLKMatrix4Multiply(sample, factor))
      let found = values(GLKMatrixStackGetMatrix4(stack))
      // Because: the order of sums of four products may be another.
      #expect(zip(found, expected).allSatisfy { abs($0 - $1) < 1e-4 }, "case \(index)")
      GLKMatrixStackPop(stack)
      #expect(values(GLKMatrixStackGetMatrix4(stack)) == values(sample))
    }
  }

  @Test func partsAndInversesAreThoseOfTheTop() {
    let stack = GLKMatrixStackCreate()
    GLKMatrixStackRotate(stack, 0.5, 1, 2, 3)
    GLKMatrixStackScale(stack, 2, 3, 4)
    GLKMatrixStackTranslate(stack, 5, 6, 7)
    let top = GLKMatrixStackGetMatrix4(stack)
    let linear = GLKMatrix4GetMatrix3(top)
    #expect(values(GLKMatrixStackGetMatrix3(stack)) == values(linear))
    #expect(values(GLKMatrixStackGetMatrix2(stack)) == [top.m00, top.m01, top.m10, top.m11])
    #expect(values(GLKMatrix3GetMatrix2(linear)) == [top.m00, top.m01, top.m10, top.m11])
    let inverse = GLKMatrixStackGetMatrix4Inverse(stack)
    #expect(values(inverse) == values(GLKMatrix4Invert(top, nil)))
    let turned = GLKMatrixStackGetMatrix4InverseTranspose(stack)
    #expect(values(turned) == values(GLKMatrix4Transpose(inverse)))
    let linearInverse = GLKMatrixStackGetMatrix3Inverse(stack)
    #expect(values(linearInverse) == values(GLKMatrix3Invert(linear, nil)))
    let normals = GLKMatrixStackGetMatrix3InverseTranspose(stack)
    #expect(values(normals) == values(GLKMatrix3Transpose(linearInverse)))
  }

  @Test func matricesOfTwoColumnsLieAsGLReadsThem() {
    #expect(MemoryLayout<GLKMatrix2>.stride == 16)
    var matrix = GLKMatrix2(m00: 1, m01: 2, m10: 3, m11: 4)
    #expect(matrix.m.2 == 3 && matrix.m2.1.0 == 3 && values(matrix) == [1, 2, 3, 4])
    matrix.m2.0.1 = 9
    matrix.m.3 = 8
    #expect(values(matrix) == [1, 9, 3, 8] && values(GLKMatrix2()) == [0, 0, 0, 0])
    #expect(values(GLKMatrix2(m: (5, 6, 7, 8))) == [5, 6, 7, 8])
    #expect(values(GLKMatrix2(m2: ((5, 6), (7, 8)))) == [5, 6, 7, 8])
  }
}
