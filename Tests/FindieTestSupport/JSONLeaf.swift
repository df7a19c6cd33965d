/// The value at a path of a JSON value, such as `run.facets.parent`; a number is an index of an
/// array.
package func leaf(_ value: Any?, _ path: String) -> Any? {
  path.split(separator: ".").reduce(value) { value, key in
    if let list = value as? [Any], let index = Int(key) {
      return list.indices.contains(index) ? list[index] : nil
    }
    return (value as? [String: Any])?[String(key)]
  }
}
