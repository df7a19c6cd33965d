/// A value as one line of JSON with sorted keys.
package func canonicalLine(_ value: some Encodable) -> String {
  canonicalJSON(value) + "\n"
}
