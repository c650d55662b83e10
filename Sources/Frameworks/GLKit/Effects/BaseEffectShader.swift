// The shaders of effects: one pair for each combination of features.
// Licensed under the MIT license; see LICENSE.

/// The features that select an effect's shaders; everything else is a uniform.
struct BaseEffectFeatures: Hashable, Sendable {
  var hasConstantColor: Bool
  /// The number of lights that are on; 0 is no lighting.
  var lights: Int
  var lighting: GLKLightingType
  var hasColorMaterial: Bool
  /// The modes that combine the textures with the colour; nil for no texture.
  var texture0: GLKTextureEnvMode?
  var texture1: GLKTextureEnvMode?

  private var isLitByPixel: Bool { lights > 0 && lighting == .perPixel }
  private var isLitByVertex: Bool { lights > 0 && lighting == .perVertex }

  var vertexShader: String {
    var lines = [
      "attribute vec4 position;", "uniform mat4 modelview;", "uniform mat4 projection;",
      "varying vec4 colorOfVertex;",
      hasConstantColor ? "uniform vec4 constantColor;" : "attribute vec4 color;",
    ]
    if lights > 0 { lines += ["attribute vec3 normal;", "uniform mat3 normalMatrix;"] }
    if isLitByPixel { lines += ["varying vec3 placeInEye;", "varying vec3 normalInEye;"] }
    if isLitByVertex { lines.append(lighting(by: lights)) }
    for unit in units {
      lines += ["attribute vec2 texCoord\(unit);", "varying vec2 place\(unit);"]
    }
    lines += [
      "void main() {", "  vec4 eye = modelview * position;", "  gl_Position = projection * eye;",
      "  colorOfVertex = \(hasConstantColor ? "constantColor" : "color");",
    ]
    if isLitByPixel {
      lines += ["  placeInEye = eye.xyz;", "  normalInEye = normalMatrix * normal;"]
    }
    if isLitByVertex {
      lines.append("  colorOfVertex = lit(eye.xyz, normalMatrix * normal, colorOfVertex);")
    }
    for unit in units { lines.append("  place\(unit) = texCoord\(unit);") }
    return (lines + ["}", ""]).joined(separator: "\n")
  }

  var fragmentShader: String {
    var lines = ["precision highp float;", "varying vec4 colorOfVertex;"]
    if isLitByPixel {
      lines += ["varying vec3 placeInEye;", "varying vec3 normalInEye;", lighting(by: lights)]
    }
    for unit in units {
      lines += ["uniform sampler2D texture\(unit);", "varying vec2 place\(unit);"]
    }
    lines += ["void main() {", "  vec4 color = colorOfVertex;"]
    if isLitByPixel { lines.append("  color = lit(placeInEye, normalInEye, color);") }
    if let texture0 { lines.append(Self.meeting(0, texture0)) }
    if let texture1 { lines.append(Self.meeting(1, texture1)) }
    return (lines + ["  gl_FragColor = color;", "}", ""]).joined(separator: "\n")
  }

  private var units: [Int] {
    (texture0 == nil ? [] : [0]) + (texture1 == nil ? [] : [1])
  }

  private static func meeting(_ unit: Int, _ mode: GLKTextureEnvMode) -> String {
    let texel = "texture2D(texture\(unit), place\(unit))"
    return switch mode {
    case .replace: "  color = \(texel);"
    case .modulate: "  color *= \(texel);"
    case .decal:
      "  vec4 texel\(unit) = \(texel);\n"
        + "  color.rgb = mix(color.rgb, texel\(unit).rgb, texel\(unit).a);"
    }
  }

  /// Equation 2.1 of the OpenGL ES 1.1 specification (section 2.12.1), with a viewer far away.
  private func lighting(by count: Int) -> String {
    """
    uniform vec4 sceneAmbient;
    uniform vec4 materialAmbient;
    uniform vec4 materialDiffuse;
    uniform vec4 materialSpecular;
    uniform vec4 materialEmissive;
    uniform float shininess;
    uniform vec4 lightAmbient[\(count)];
    uniform vec4 lightDiffuse[\(count)];
    uniform vec4 lightSpecular[\(count)];
    uniform vec4 lightPosition[\(count)];
    // The direction of a spot, and the cosine of its edge.
    uniform vec4 lightSpot[\(count)];
    // By 1, by the distance, by its square; the exponent of a spot.
    uniform vec4 lightFalloff[\(count)];
    vec4 lit(vec3 place, vec3 direction, vec4 color) {
      vec4 ambient = \(hasColorMaterial ? "color" : "materialAmbient");
      vec4 diffuse = \(hasColorMaterial ? "color" : "materialDiffuse");
      vec3 normal = normalize(direction);
      vec3 sum = materialEmissive.rgb + sceneAmbient.rgb * ambient.rgb;
      for (int i = 0; i < \(count); i++) {
        vec3 way = lightPosition[i].xyz - place * lightPosition[i].w;
        float distance = length(way);
        vec3 toLight = way / max(distance, 1e-6);
        float strength = 1.0;
        if (lightPosition[i].w != 0.0) {
          vec3 falloff = lightFalloff[i].xyz;
          strength /= falloff.x + (falloff.y + falloff.z * distance) * distance;
        }
        if (lightSpot[i].w > -1.0) {
          float along = dot(-toLight, normalize(lightSpot[i].xyz));
          // The power of 0 is not defined.
          strength *= along < lightSpot[i].w ? 0.0 : pow(max(along, 1e-4), lightFalloff[i].w);
        }
        float facing = dot(normal, toLight);
        vec3 light = lightAmbient[i].rgb * ambient.rgb;
        light += max(facing, 0.0) * lightDiffuse[i].rgb * diffuse.rgb;
        if (facing > 0.0) {
          float highlight = max(dot(normal, normalize(toLight + vec3(0.0, 0.0, 1.0))), 1e-4);
          light += pow(highlight, shininess) * lightSpecular[i].rgb * materialSpecular.rgb;
        }
        sum += strength * light;
      }
      return clamp(vec4(sum, diffuse.a), 0.0, 1.0);
    }
    """
  }
}
