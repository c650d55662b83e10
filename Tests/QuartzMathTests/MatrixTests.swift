// Matrices, homographies and damage.
// Licensed under the MIT license; see LICENSE.

import QuartzMath
import Testing

@Suite struct MatrixTests {
  private let sample =
    Matrix4x4.scale(2, 3, 0.5) * .rotation(0.7, 1, 2, 3) * .translation(5, -6, 7) * .perspective(90)

  @Test func leftFactorActsFirst() {
    let matrix = Matrix4x4.scale(2, 2) * .translation(10, 0)
    #expect(matrix.transform([3, 4, 0, 1]) == [16, 8, 0, 1])
  }

  @Test func inverseUndoes() throws {
    let product = sample * (try #require(sample.inverse))
    let one = Matrix4x4.identity
    let errors = [
      product.row1 - one.row1, product.row2 - one.row2, product.row3 - one.row3,
      product.row4 - one.row4,
    ]
    #expect(errors.allSatisfy { ($0 * $0).sum() < 1e-24 })
    #expect(abs(sample.determinant - 3) < 1e-12)
  }

  @Test func singularAndNonFiniteHaveNoInverse() {
    #expect(Matrix4x4.scale(1, 0).inverse == nil)
    #expect(Matrix4x4.scale(.nan, 1).inverse == nil)
    #expect(Matrix4x4.scale(.infinity, 1).inverse == nil)
    #expect(!Matrix4x4.scale(.nan, 1).isFinite && sample.isFinite)
  }

  @Test func flattenedMapAgreesWithTheMatrix() {
    let flat = Homography(flattening: sample)
    let point = sample.transform([3, 4, 0, 1])
    let image = flat.transform(3, 4)
    #expect(abs(image.x - point.x) + abs(image.y - point.y) + abs(image.z - point.w) < 1e-12)
  }

  @Test func classesOfHomographies() {
    #expect(Homography.identity.kind == .identity)
    #expect(Homography.translation(3, -4).kind == .integerTranslation)
    #expect(Homography.translation(0.5, 0).kind == .scaleTranslation)
    #expect(Homography.scale(2, -1).kind == .scaleTranslation)
    #expect(Homography([0, 1, 0], [-1, 0, 0], [0, 0, 1]).kind == .affine)
    #expect(Homography([1, 0, 0.1], [0, 1, 0], [0, 0, 1]).kind == .perspective)
  }

  @Test func homographyInverseUndoes() throws {
    let map = Homography(flattening: sample)
    let point = map.transform(3, 4)
    let back = try #require(map.inverse).transform(point.x / point.z, point.y / point.z)
    #expect(abs(back.x / back.z - 3) < 1e-12 && abs(back.y / back.z - 4) < 1e-12)
  }
}

@Suite struct DamageTests {
  @Test func farRectanglesStayApart() {
    var damage = Damage(PixelRect(0, 0, 10, 10))
    damage.add(PixelRect(90, 90, 100, 100))
    #expect(damage.count == 2 && damage.area == 200)
  }

  @Test func nearRectanglesAreJoined() {
    var damage = Damage(PixelRect(0, 0, 10, 10))
    damage.add(PixelRect(10, 0, 20, 10))
    #expect(damage.count == 1 && damage[0] == PixelRect(0, 0, 20, 10))
    damage.add(PixelRect(2, 2, 4, 4))
    damage.add(.empty)
    #expect(damage.count == 1)
  }

  @Test func neverMoreThanEightAndNothingLost() {
    var damage = Damage()
    var rects: [PixelRect] = []
    for index in 0..<40 as Range<Int32> {
      let (x, y) = (index * 37 % 101 * 20, index * 61 % 97 * 20)
      let rect = PixelRect(x, y, x + 3, y + 3)
      rects.append(rect)
      damage.add(rect)
      #expect(damage.count <= Damage.capacity)
      #expect(rects.allSatisfy { damage.contains($0) })
    }
  }
}
