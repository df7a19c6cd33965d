extension Range<Int> {
  /// The first index for which `isBefore` is false, or the upper bound: `isBefore` holds for the
  /// indices up to it, and for no other.
  @inlinable
  package func bisect(while isBefore: (Int) throws -> Bool) rethrows -> Int {
    var (low, high) = (lowerBound, upperBound)
    while low < high {
      let middle = low + (high - low) / 2
      if try isBefore(middle) { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
