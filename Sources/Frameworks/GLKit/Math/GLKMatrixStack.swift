// Stacks of matrices: GLKMatrixStack and its functions. Angles are in radians, counterclockwise
// when seen against the axis.
// Licensed under the MIT license; see LICENSE.

/// A stack of matrices; the functions change and read the top one.
///
///     let stack = GLKMatrixStackCreate()
///     GLKMatrixStackTranslate(stack, 0, 0, -5)
///     GLKMatrixStackPush(stack)
///     GLKMatrixStackRotateY(stack, angle)
///     effect.transform.modelviewMatrix = GLKMatrixStackGetMatrix4(stack)
///     GLKMatrixStackPop(stack)
///
/// A multiplied matrix stands at the right of the top matrix and acts first.
///
/// **Differences**: `GLKMatrixStackCreate` takes no allocator and returns the stack itself, which
/// Swift keeps as any object.
public final class GLKMatrixStack {
  // Never empty; the last one is the top.
  fileprivate var matrices = [GLKMatrix4Identity]

  fileprivate init() {}

  fileprivate var top: GLKMatrix4 {
    get { matrices[matrices.count - 1] }
    set { matrices[matrices.count - 1] = newValue }
  }
}

/// The name that the type has in C.
public typealias GLKMatrixStackRef = GLKMatrixStack

/// A stack of one matrix, the identity.
public func GLKMatrixStackCreate() -> GLKMatrixStack {
  GLKMatrixStack()
}

/// Puts a copy of the top matrix above it.
public func GLKMatrixStackPush(_ stack: GLKMatrixStack) {
  stack.matrices.append(stack.top)
}

/// Takes the top matrix away; the last one stays.
public func GLKMatrixStackPop(_ stack: GLKMatrixStack) {
  if stack.matrices.count > 1 { stack.matrices.removeLast() }
}

/// The number of matrices, at least 1.
public func GLKMatrixStackSize(_ stack: GLKMatrixStack) -> Int32 {
  Int32(stack.matrices.count)
}

// MARK: Reading the top

/// The top matrix.
public func GLKMatrixStackGetMatrix4(_ stack: GLKMatrixStack) -> GLKMatrix4 {
  stack.top
}

/// The first three rows of the first three columns.
public func GLKMatrixStackGetMatrix3(_ stack: GLKMatrixStack) -> GLKMatrix3 {
  GLKMatrix4GetMatrix3(stack.top)
}

/// The first two rows of the first two columns.
public func GLKMatrixStackGetMatrix2(_ stack: GLKMatrixStack) -> GLKMatrix2 {
  GLKMatrix4GetMatrix2(stack.top)
}

/// The inverse; the identity where there is none.
public func GLKMatrixStackGetMatrix4Inverse(_ stack: GLKMatrixStack) -> GLKMatrix4 {
  GLKMatrix4Invert(stack.top, nil)
}

/// The transposed inverse; the identity where there is none.
public func GLKMatrixStackGetMatrix4InverseTranspose(_ stack: GLKMatrixStack) -> GLKMatrix4 {
  GLKMatrix4InvertAndTranspose(stack.top, nil)
}

/// The inverse of the first three rows and columns; the identity where there is none.
public func GLKMatrixStackGetMatrix3Inverse(_ stack: GLKMatrixStack) -> GLKMatrix3 {
  GLKMatrix3Invert(GLKMatrixStackGetMatrix3(stack), nil)
}

/// The same with rows for columns, which turns normals.
public func GLKMatrixStackGetMatrix3InverseTranspose(_ stack: GLKMatrixStack) -> GLKMatrix3 {
  GLKMatrix3InvertAndTranspose(GLKMatrixStackGetMatrix3(stack), nil)
}

// MARK: Changing the top

/// Replaces the top matrix.
public func GLKMatrixStackLoadMatrix4(_ stack: GLKMatrixStack, _ matrix: GLKMatrix4) {
  stack.top = matrix
}

/// Multiplies the top matrix by another one, which acts first.
public func GLKMatrixStackMultiplyMatrix4(_ stack: GLKMatrixStack, _ matrix: GLKMatrix4) {
  stack.top = GLKMatrix4Multiply(stack.top, matrix)
}

/// Multiplies the top of the left stack with that of the right one, which stays.
public func GLKMatrixStackMultiplyMatrixStack(_ left: GLKMatrixStack, _ right: GLKMatrixStack) {
  left.top = GLKMatrix4Multiply(left.top, right.top)
}

/// Multiplies the top matrix by a translation, which acts first.
public func GLKMatrixStackTranslate(
  _ stack: GLKMatrixStack,
  _ tx: Float,
  _ ty: Float,
  _ tz: Float
) {
  stack.top = GLKMatrix4Translate(stack.top, tx, ty, tz)
}

/// Multiplies the top matrix by a translation, which acts first.
public func GLKMatrixStackTranslateWithVector3(_ stack: GLKMatrixStack, _ vector: GLKVector3) {
  stack.top = GLKMatrix4TranslateWithVector3(stack.top, vector)
}

/// As with a vector of three; w is ignored.
public func GLKMatrixStackTranslateWithVector4(_ stack: GLKMatrixStack, _ vector: GLKVector4) {
  stack.top = GLKMatrix4TranslateWithVector4(stack.top, vector)
}

/// Multiplies the top matrix by a scale, which acts first.
public func GLKMatrixStackScale(_ stack: GLKMatrixStack, _ sx: Float, _ sy: Float, _ sz: Float) {
  stack.top = GLKMatrix4Scale(stack.top, sx, sy, sz)
}

/// Multiplies the top matrix by a scale, which acts first.
public func GLKMatrixStackScaleWithVector3(_ stack: GLKMatrixStack, _ vector: GLKVector3) {
  stack.top = GLKMatrix4ScaleWithVector3(stack.top, vector)
}

/// As with a vector of three; w is ignored.
public func GLKMatrixStackScaleWithVector4(_ stack: GLKMatrixStack, _ vector: GLKVector4) {
  stack.top = GLKMatrix4ScaleWithVector4(stack.top, vector)
}

/// Turns about an axis of any length but 0.
public func GLKMatrixStackRotate(
  _ stack: GLKMatrixStack,
  _ radians: Float,
  _ x: Float,
  _ y: Float,
  _ z: Float
) {
  stack.top = GLKMatrix4Rotate(stack.top, radians, x, y, z)
}

/// Multiplies the top matrix by a rotation about an axis, which acts first.
public func GLKMatrixStackRotateWithVector3(
  _ stack: GLKMatrixStack,
  _ radians: Float,
  _ axis: GLKVector3
) {
  stack.top = GLKMatrix4RotateWithVector3(stack.top, radians, axis)
}

/// As with a vector of three; w is ignored.
public func GLKMatrixStackRotateWithVector4(
  _ stack: GLKMatrixStack,
  _ radians: Float,
  _ axis: GLKVector4
) {
  stack.top = GLKMatrix4RotateWithVector4(stack.top, radians, axis)
}

/// Multiplies the top matrix by a rotation about the x axis, which acts first.
public func GLKMatrixStackRotateX(_ stack: GLKMatrixStack, _ radians: Float) {
  stack.top = GLKMatrix4RotateX(stack.top, radians)
}

/// Multiplies the top matrix by a rotation about the y axis, which acts first.
public func GLKMatrixStackRotateY(_ stack: GLKMatrixStack, _ radians: Float) {
  stack.top = GLKMatrix4RotateY(stack.top, radians)
}

/// Multiplies the top matrix by a rotation about the z axis, which acts first.
public func GLKMatrixStackRotateZ(_ stack: GLKMatrixStack, _ radians: Float) {
  stack.top = GLKMatrix4RotateZ(stack.top, radians)
}
