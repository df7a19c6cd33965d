extension Int {
  /// The nearest multiple of k; ties are rounded up.
  ///
  /// Public lists use counts of events in this form only, so that they reveal no exact count.
  /// Source: conventional rounding; L. Willenborg and T. de Waal, *Elements of Statistical
  /// Disclosure Control* (2001), DOI 10.1007/978-1-4613-0121-9.
  ///
  /// - Precondition: the number is not negative, and k is positive.
  package func nearestMultiple(of k: Int) -> Int { (self + k / 2) / k * k }
}
