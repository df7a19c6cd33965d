import FindieAnalytics
import FindieDomain
import FindieText

extension Form<Int> {
  static var count: Form {
    Form(DocumentSchema([("type", "integer"), ("minimum", 0)])) {
      $1.append($0)
    } row: {
      $1.value = String($0)
    }
  }
}

extension Form<String> {
  static var text: Form {
    Form(DocumentSchema([("type", "string")])) {
      $1.append(json: $0)
    } row: {
      $1.text = $0
    }
  }

  /// One of some texts.
  static func text(of choices: [String]) -> Form {
    Form(
      schema: DocumentSchema([
        ("type", "string"), ("enum", .array(choices.map { .string($0) })),
      ]),
      write: text.write, addRows: text.addRows)
  }
}

extension Form where Value: RawRepresentable & CaseIterable, Value.RawValue == String {
  static var choice: Form { Form<String>.text(of: Value.allCases.map(\.rawValue)).of(\.rawValue) }
}

extension Form<Bool> {
  static var flag: Form {
    Form(DocumentSchema([("type", "boolean")])) {
      $1 += ($0 ? "true" : "false").utf8
    } row: {
      $1.text = $0 ? "true" : "false"
    }
  }
}

extension Form<Day> {
  static var day: Form {
    let schema = DocumentSchema([
      ("type", "string"), ("pattern", "^[0-9]{4}-[0-9]{2}-[0-9]{2}$"),
    ])
    let text = Form<String>.text.of { (day: Day) in day.description }
    return Form(schema: schema, write: text.write, addRows: text.addRows)
  }
}

extension Form<DayRange> {
  /// Both ends are included.
  static var range: Form {
    object(
      named: "range", onLine: true,
      [
        Field("from", .day, \.first), Field("to", .day, \.last), Field("days", .count, \.count),
      ])
  }
}

extension Form<Double> {
  /// A number with at most `places` decimals.
  static func number(_ places: Int, from least: Int? = nil, to most: Int? = nil) -> Form {
    Form(
      DocumentSchema(
        [("type", "number")] + (least.map { [("minimum", .integer($0))] } ?? [])
          + (most.map { [("maximum", .integer($0))] } ?? []))
    ) {
      $1.append($0, places: places)
    } row: {
      $1.value = $0.decimal(places)
    }
  }

  /// From 0 to 1.
  static var share: Form { number(4, from: 0, to: 1) }
}

extension Form<Figure> {
  /// A number, why there is none, or null where there is nothing to say.
  static var figure: Form {
    Form(
      DocumentSchema([("type", "number")]).or(Form<MissingNumber>.choice.schema)
        .or([("type", "null")])
    ) {
      $0.json.write(to: &$1, indent: nil)
    } row: {
      $1.value = $0.digits ?? ""
      $1.text = $0.missing?.rawValue ?? ""
    }
  }
}

extension Form<PlayerCount> {
  /// Rounded down to a multiple of `minimumPlayers`. 0 only where the counts of events show it.
  static var players: Form {
    Form<Int>.count.orReason.of { $0.count.map { .shown($0) } ?? .missing(.suppressed) }
  }
}

extension Form<Proportion> {
  /// A share with its counts and its interval of 95% confidence.
  static var proportion: Form { interval(withCounts: true) }

  /// Of counts that stand beside it.
  static var interval: Form { interval(withCounts: false) }

  private static func interval(withCounts: Bool) -> Form {
    let object = object(
      named: withCounts ? "proportion" : "interval", onLine: true,
      [
        Field("estimate", .share, \.estimate),
        Field("lower", .share, \.lower), Field("upper", .share, \.upper),
      ]
        + (withCounts
          ? [Field("successes", .count, \.successes), Field("trials", .count, \.trials)] : []))
    return Form(schema: object.schema.defining(.interval), write: object.write) {
      rate, start, add in
      var row = start
      (row.value, row.lower, row.upper) = (
        rate.estimate.decimal(4), rate.lower.decimal(4), rate.upper.decimal(4)
      )
      row.counts = (rate.successes, rate.trials)
      add(row)
    }
  }
}

extension Form<Change> {
  /// A ratio per day to an earlier period, with its interval of 95% confidence.
  static var change: Form {
    let object = object(
      named: "change", onLine: true,
      [
        Field("ratio", .number(4), \.ratio), Field("lower", .number(4), \.lower),
        Field("upper", .number(4), \.upper), Field("isSignificant", .flag, \.isSignificant),
      ])
    return Form(schema: object.schema.defining(.change), write: object.write) {
      change, start, add in
      var row = start
      (row.value, row.lower, row.upper) = (
        change.ratio.decimal(4), change.lower.decimal(4), change.upper.decimal(4)
      )
      add(row)
    }
  }
}

extension Form<Tally> {
  /// The measures that are not zero.
  static var counts: Form {
    let object = object(named: "counts", onLine: true, Field.counts { $0 })
    let names = names
    return Form(
      schema: object.schema,
      // Reports write millions of these.
      write: { tally, bytes, _ in
        var isFirst = true
        bytes.append(UInt8(ascii: "{"))
        for (measure, name) in names where tally[measure] > 0 {
          if !isFirst { bytes.append(UInt8(ascii: ",")) }
          isFirst = false
          bytes += name
          bytes.append(tally[measure])
        }
        bytes.append(UInt8(ascii: "}"))
      },
      addRows: { tally, row, add in
        var row = row
        if row.measure == "counts" { row.measure = "" }
        object.addRows(tally, row, add)
      })
  }

  private static var names: [(Measure, [UInt8])] {
    Measure.allCases.map { ($0, Array("\"\($0.rawValue)\":".utf8)) }
  }
}

extension Form<[Int]> {
  static var counts: Form {
    let list = Form<Int>.count.list(onLine: true)
    return Form(
      schema: list.schema,
      // Reports write millions of these.
      write: { counts, bytes, _ in
        bytes.append(UInt8(ascii: "["))
        for (index, count) in counts.enumerated() {
          if index > 0 { bytes.append(UInt8(ascii: ",")) }
          bytes.append(count)
        }
        bytes.append(UInt8(ascii: "]"))
      }, addRows: list.addRows)
  }
}

extension Field {
  /// A member for each measure that is not zero.
  static func counts(_ tally: @escaping @Sendable (Root) -> Tally) -> [Field] {
    Measure.allCases.map { measure in
      Field(measure.definition, ifAny: .count) { root in
        let count = tally(root)[measure]
        return count > 0 ? count : nil
      }
    }
  }
}

extension Definition {
  fileprivate static let interval = Definition(
    "interval", "Interval",
    "The range in which a rate lies with 95% confidence (Wilson score interval). It is wide if "
      + "there are few cards, and if few players saw most of them: n is the number of cards "
      + "divided by the design effect, which tells how alike the cards of one player are (Kish "
      + "1965). Of a day, and of fewer players than the minimum, each card counts.",
    formula: "(p + z²/2n ± z √(p(1 − p)/n + z²/4n²)) / (1 + z²/n), z = 1.96",
    unit: "share from 0 to 1")

  fileprivate static let change = Definition(
    "change", "Change",
    "The ratio per day to the period before, adjusted for the weekdays of the whole catalogue, "
      + "with its 95% interval, which is wider the more the two weeks of a quarter differ from "
      + "the two weeks before them. There is no clear change if the interval contains 0% (1 in "
      + "JSON). Pages show it if both periods have at least \(Change.minimumCount) events or "
      + "players, and that of players if both have equally many days. “Rose”, “fell” and the "
      + "arrows of games allow for the number of games that are compared.",
    formula:
      "(n / expected) / (n₀ / expected₀), ± t √(φ (1/n + 1/n₀)) on the logarithm, "
      + "φ = max(1, Σ (w − w₀)² / Σ (w + w₀)) over pairs of two weeks",
    unit: "ratio")
}
