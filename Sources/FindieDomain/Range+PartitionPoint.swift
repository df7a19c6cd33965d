extension Range<Int> {
  /// The first index from which on `isBefore` is false; the range's end if it is true for all.
  ///
  /// - Precondition: `isBefore` is true for no index after one for which it is false.
  /// - Complexity: O(log n).
  @inlinable
  package func partitionPoint(_ isBefore: (Int) throws -> Bool) rethrows -> Int {
    var (low, high) = (lowerBound, upperBound)
    while low < high {
      let middle = (low + high) / 2
      if try isBefore(middle) { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
