import FindieAnalytics
import Foundation

/// Whether the ratio of two counts above 0 is clearly not 1 if both are Poisson counts.
package func isClearChange(of count: Int, since before: Int) -> Bool {
  let error = (1 / Double(count) + 1 / Double(before)).squareRoot()
  return abs(log(Double(count) / Double(before))) > Normal.quantile975 * error
}
