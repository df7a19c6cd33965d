/// A simple, slow reader of RFC 4180.
func records(ofCSV text: String) -> [[String]] {
  var records: [[String]] = []
  var record: [String] = []
  var field = ""
  var isQuoted = false
  var scalars = Array(text.unicodeScalars)[...]
  while let scalar = scalars.popFirst() {
    if isQuoted {
      if scalar == "\"" {
        if scalars.first == "\"" {
          field += "\""
          scalars.removeFirst()
        } else {
          isQuoted = false
        }
      } else {
        field.unicodeScalars.append(scalar)
      }
    } else if scalar == "\"" {
      isQuoted = true
    } else if scalar == "," {
      record.append(field)
      field = ""
    } else if scalar == "\r", scalars.first == "\n" {
      scalars.removeFirst()
      records.append(record + [field])
      record = []
      field = ""
    } else {
      field.unicodeScalars.append(scalar)
    }
  }
  return records
}
