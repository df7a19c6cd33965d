/// The page of what is made from what.
enum LineageTemplate {
  static let page = """
    {{>head}}<section aria-labelledby="h-graph"><h2 id="h-graph">What is made from what</h2>
    <div class="wide" tabindex="0" role="region" aria-label="Lineage, drawing">{{{drawing}}}</div>
    </section>
    <section aria-labelledby="h-stages"><h2 id="h-stages">The stages</h2>
    {{{table}}}</section>
    {{>foot}}
    """
}
