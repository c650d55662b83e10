// The filters that blur and sharpen.
// Licensed under the MIT license; see LICENSE.

extension FilterCatalog {
  static let blurLaws: [String: Law] = [
    "CIGaussianBlur": { (inputs) throws(FilterError) in
      let blur = FilterBlur(sigma: inputs.length("inputRadius"))
      return FilterNode(.gaussianBlur(blur), try inputs.image())
    }
  ]
}
