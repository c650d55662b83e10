// The curve of brown pictures.
// Licensed under the MIT license; see LICENSE.
//
// SepiaTone in ColorFilters.swift has the points that were measured. Between two of them each
// component is a cubic polynomial that does not overshoot (MonotoneCurve in ColorCurve.swift); here
// are its factors, for t from 0 to 1 on the way. A test compares all grays.

/// The rise of one stretch of a curve.
vec3 rise(float t, vec3 a, vec3 b, vec3 c) {
  t = clamp(t, 0.0, 1.0);
  return t * (a + t * (b + t * c));
}

/// The brown of an encoded luminance, encoded.
vec3 brownOf(float x) {
  vec3 brown = vec3(0.011765, 0.0, 0.0);
  brown += rise((x - 0.000000) * 4.259033, vec3(0.313725, 0.203922, 0.035294),
    vec3(0.040830, -0.013755, -0.022058), vec3(-0.040830, 0.013755, 0.022058));
  brown += rise((x - 0.234795) * 8.741631, vec3(0.132958, 0.106055, 0.027943),
    vec3(-0.024535, 0.015857, 0.082455), vec3(0.009223, -0.008186, -0.035888));
  brown += rise((x - 0.349190) * 7.388854, vec3(0.131984, 0.133937, 0.100785),
    vec3(-0.011693, -0.003964, 0.019637), vec3(0.005199, 0.003360, -0.002775));
  brown += rise((x - 0.484529) * 10.070262, vec3(0.091126, 0.099853, 0.096657),
    vec3(0.000203, 0.002568, 0.021574), vec3(-0.001133, -0.000461, -0.008427));
  brown += rise((x - 0.583831) * 12.292020, vec3(0.072203, 0.084881, 0.093824),
    vec3(-0.002013, 0.002733, 0.003188), vec3(0.000398, -0.001340, 0.001027));
  brown += rise((x - 0.665185) * 14.250719, vec3(0.059837, 0.074463, 0.089086),
    vec3(-0.001280, -0.000147, 0.004532), vec3(0.000266, 0.000194, 0.000500));
  brown += rise((x - 0.735357) * 16.030586, vec3(0.051628, 0.066451, 0.088586),
    vec3(0.000469, 0.001343, 0.008465), vec3(-0.001117, -0.001127, -0.002933));
  brown += rise((x - 0.797738) * 17.677808, vec3(0.044630, 0.059628, 0.087705),
    vec3(-0.004790, -0.002041, 0.005310), vec3(0.003297, 0.001237, -0.002819));
  brown += rise((x - 0.854306) * 19.221188, vec3(0.041333, 0.054498, 0.082652),
    vec3(0.004086, 0.000834, -0.005521), vec3(-0.002282, -0.000430, 0.005222));
  brown += rise((x - 0.906332) * 20.680206, vec3(0.039650, 0.051004, 0.081118),
    vec3(-0.000077, -0.001704, 0.009517), vec3(-0.000357, 0.001680, -0.004360));
  brown += rise((x - 0.954687) * 22.068806, vec3(0.036006, 0.049324, 0.081593),
    vec3(-0.001425, 0.003312, 0.001521), vec3(0.000712, -0.001656, -0.000760));
  return brown;
}
