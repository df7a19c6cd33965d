import Foundation

package enum Normal {
  /// The 97.5 % quantile: the half width of a 95 % interval, in standard deviations.
  package static let quantile975 = 1.959963984540054
  /// The 99.5 % quantile: the same of a 99 % interval.
  package static let quantile995 = 2.5758293035489

  /// The probability of a value above `z`.
  package static func tail(above z: Double) -> Double { erfc(z / 2.squareRoot()) / 2 }
}

/// Student's distribution of t.
package enum StudentT {
  /// The probability of a value above `t`, with `degrees` of freedom above 0.
  package static func tail(above t: Double, degrees: Double) -> Double {
    let half = regularizedBeta(degrees / 2, 0.5, at: degrees / (degrees + t * t)) / 2
    return t < 0 ? 1 - half : half
  }

  /// The 97.5 % quantile, from 2 degrees of freedom on within 3 %, by the series 26.7.5 of M.
  /// Abramowitz and I. A. Stegun, *Handbook of Mathematical Functions* (1964).
  static func quantile975(degrees: Double) -> Double {
    Normal.quantile975 + (2.3722 + (2.8225 + 2.5556 / degrees) / degrees) / degrees
  }

  /// The value that is exceeded with the probability `tail`, from above 0 to 0.5.
  package static func value(exceededWith tail: Double, degrees: Double) -> Double {
    var (low, high) = (0.0, 1.0)
    while self.tail(above: high, degrees: degrees) > tail, high < 1e12 { high *= 2 }
    for _ in 0..<100 {
      let middle = (low + high) / 2
      if self.tail(above: middle, degrees: degrees) > tail { low = middle } else { high = middle }
    }
    return (low + high) / 2
  }
}

/// ln Γ(x) for x > 0: Stirling's series, for x below 10 after the recurrence. Its error is below
/// 1e-10.
package func logGamma(_ x: Double) -> Double {
  var (x, shift) = (x, 0.0)
  while x < 10 {
    shift -= log(x)
    x += 1
  }
  let inverse = 1 / (x * x)
  let series =
    (1.0 / 12 - inverse * (1.0 / 360 - inverse * (1.0 / 1260 - inverse / 1680))) / x
  return shift + (x - 0.5) * log(x) - x + 0.5 * log(2 * Double.pi) + series
}

/// ln B(a, b) for a, b > 0.
package func logBeta(_ a: Double, _ b: Double) -> Double {
  logGamma(a) + logGamma(b) - logGamma(a + b)
}

/// The regularized incomplete beta function: the probability that a variable with the distribution
/// Beta(a, b) is at most `x`.
///
/// Source: the continued fraction 8.17.22 of the *NIST Digital Library of Mathematical Functions*,
/// https://dlmf.nist.gov/8.17, by Lentz's method.
package func regularizedBeta(_ a: Double, _ b: Double, at x: Double) -> Double {
  guard x > 0 else { return 0 }
  guard x < 1 else { return 1 }
  guard x <= (a + 1) / (a + b + 2) else { return 1 - regularizedBeta(b, a, at: 1 - x) }
  let smallest = 1e-300
  var (c, d) = (1.0, 1 - (a + b) * x / (a + 1))
  d = 1 / (abs(d) < smallest ? smallest : d)
  var fraction = d
  for step in 1...1000 {
    let m = Double(step)
    let even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m))
    let odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))
    var change = 1.0
    for term in [even, odd] {
      d = 1 + term * d
      d = 1 / (abs(d) < smallest ? smallest : d)
      c = 1 + term / c
      if abs(c) < smallest { c = smallest }
      change = c * d
      fraction *= change
    }
    if abs(change - 1) < 1e-15 { break }
  }
  return exp(a * log(x) + b * log1p(-x) - logBeta(a, b)) * fraction / a
}
