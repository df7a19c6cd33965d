/// What stands in a JSON value at a place such as `run.facets.parent`, a number being a place in a list.
package func leaf(_ value: Any?, _ place: String) -> Any? {
  place.split(separator: ".").reduce(value) { value, key in
    if let list = value as? [Any], let index = Int(key) {
      return list.indices.contains(index) ? list[index] : nil
    }
    return (value as? [String: Any])?[String(key)]
  }
}
