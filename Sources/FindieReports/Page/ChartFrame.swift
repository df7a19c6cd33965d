import FindieDomain
import FindieText

/// The figure around a plot: caption, legend, the description for screen readers, and labels. Only
/// the plot is stretched to the width of the screen.
struct ChartFrame {
  let title: String
  /// What one point is, such as "per day".
  let grain: String
  /// The names of the series; a legend is drawn for two or more.
  let series: [String]
  let hasLines: Bool
  /// The width of the drawing in points.
  let width: Int
  let axis: ChartAxis
  let description: String
  /// The labels of the horizontal axis, from left to right.
  let dates: [String]
  /// Letters only, unique on the page.
  let id: String
  var unit = ""
  /// The name and the values of each point, from left to right; shown on hover and on keyboard
  /// focus.
  let points: [HTML]
  var marks: [ChartMark] = []

  func html(_ shapes: HTML) -> HTML {
    let legend = series.enumerated().map { index, name -> HTML in
      "<li class=\"s\(index)\">\(text: name)</li>"
    }
    let key: HTML = legend.count < 2 ? "" : "<ul class=\"key\">\(legend)</ul>"
    return """
      <figure class="chart\(hasLines ? " lines" : "")"><figcaption>\(text: title) \
      <span>\(text: grain)</span></figcaption>\(key)\
      <div class="plot"><svg viewBox="0 0 \(width) 100" preserveAspectRatio="none" role="img" \
      aria-labelledby="\(text: id)-t \(text: id)-d"><title id="\(text: id)-t">\(text: title), \
      \(text: grain)</title><desc id="\(text: id)-d">\(text: description)</desc>\
      <path class="grid" d="\(axis.grid(width: width))"/>\(shapes)</svg>\
      \(marks.map(\.html))\(values)<div class="ys" aria-hidden="true">\(axis.labels(unit: unit))</div></div>\
      <div class="xs" aria-hidden="true">\(dates.map { "<span>\(text: $0)</span>" })</div>\
      \(notes)</figure>

      """
  }

  private var notes: HTML {
    let items = marks.map { mark -> HTML in
      """
      <li value="\(mark.note.number)"><b>\(text: mark.note.day.short)</b> \
      \(HTML.title(mark.note.text))</li>
      """
    }
    return items.isEmpty ? "" : "<ol class=\"notes\">\(items)</ol>"
  }

  /// One radio button per point: a keyboard reaches the chart with one Tab, and its points with the
  /// arrows.
  private var values: HTML {
    guard !points.isEmpty else { return "" }
    let buttons = points.map { point -> HTML in
      "<label><input type=\"radio\" name=\"v-\(text: id)\"><span>\(point)</span></label>"
    }
    return """
      <div class="pts" role="radiogroup" aria-label="\(text: title), values">\(buttons)</div>
      """
  }
}

/// A numbered line in a chart at the day of an annotation.
struct ChartMark {
  let note: DayNote
  /// From 0, the left end, to 1.
  let position: Double

  fileprivate var html: HTML {
    """
    <i class="mark" style="left:\(100 * position, places: 2)%" aria-hidden="true">\(note.number)</i>
    """
  }
}

/// An annotation of a day, with its number on the page.
struct DayNote: Hashable, Sendable {
  let number: Int
  let day: Day
  let text: String
  let gameId: String?
  let developerId: String?
}
