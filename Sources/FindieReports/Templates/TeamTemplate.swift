/// The team's page.
enum TeamTemplate {
  static let page = """
    {{>head}}<section aria-labelledby="h-alerts"><h2 id="h-alerts">Out of the ordinary</h2>
    <p class="note">{{alertsSentence}}</p>
    {{{alerts}}}</section>
    <section class="lead" aria-label="In short">
    {{#sentences}}<p>{{{.}}}</p>
    {{/sentences}}</section>
    <section aria-labelledby="h-figures"><h2 id="h-figures">{{periodTitle}}</h2>
    {{>cards}}</section>
    <section aria-labelledby="h-days"><h2 id="h-days">Day by day</h2>
    {{#charts}}{{{.}}}
    {{/charts}}{{#dayTable}}<details><summary>The numbers behind the charts</summary>{{{.}}}\
    </details>{{/dayTable}}</section>
    <section aria-labelledby="h-sessions"><h2 id="h-sessions">Sessions and syncs</h2>
    {{{sessions}}}</section>
    {{#funnel}}<section aria-labelledby="h-funnel"><h2 id="h-funnel">From card to shop</h2>
    {{{.}}}</section>
    {{/funnel}}{{#retention}}<section aria-labelledby="h-back"><h2 id="h-back">Who comes back</h2>
    {{{.}}}{{#weeklyRetention}}<h3>By week</h3>{{{.}}}{{/weeklyRetention}}</section>
    {{/retention}}{{#night}}{{>night}}{{/night}}
    <section aria-labelledby="h-catalogue"><h2 id="h-catalogue">The catalogue</h2>
    <dl class="cards">{{#catalogue}}<div><dt>{{name}}</dt><dd><b>{{{value}}}</b>{{{change}}}</dd>\
    </div>
    {{/catalogue}}</dl></section>
    {{#studios}}<section aria-labelledby="h-studios"><h2 id="h-studios">Studios most seen</h2>
    {{{.}}}{{#hasIndex}}<p><a href="studios/index.html">All studios</a></p>{{/hasIndex}}</section>
    {{/studios}}{{#quality}}{{>quality}}{{/quality}}{{#hasLineage}}<p><a \
    href="lineage.html">From what this night was made</a></p>
    {{/hasLineage}}{{{glossary}}}{{>foot}}
    """

  /// The index over all studios.
  static let studios = """
    {{>head}}<nav class="az-links" aria-label="Letters">{{{links}}}</nav>
    {{{sections}}}{{>foot}}
    """

  static let night = """
    <section aria-labelledby="h-models"><h2 id="h-models">Tonight’s recommendations</h2>
    {{#verdict}}<p class="lead">{{.}}</p>{{/verdict}}
    {{#hasModels}}<div class="wide" tabindex="0" role="region" aria-label="Evaluation, \
    table"><table>
    <caption>{{evaluationCaption}}</caption>
    <thead><tr><th scope="col">Model</th><th scope="col">Recall@{{cutoff}}</th>\
    <th scope="col">nDCG@{{cutoff}}</th><th scope="col">Coverage</th>\
    <th scope="col" class="iv-cell roomy">Recall, to scale</th></tr></thead><tbody>
    {{#models}}<tr{{#isPublished}} class="best"{{/isPublished}}><th scope="row">{{model}}\
    {{#isPublished}}<small>in tonight’s lists</small>{{/isPublished}}</th><td>{{{recall}}}</td>\
    <td>{{{ndcg}}}</td><td>{{{coverage}}}</td>\
    <td class="iv-cell roomy">{{{bar}}}</td></tr>
    {{/models}}</tbody></table></div>{{/hasModels}}
    {{^hasModels}}<p class="note">Nothing was held out and evaluated in this \
    night.</p>{{/hasModels}}
    <p class="note">{{{listsSentence}}}</p>
    {{{health}}}{{{shape}}}
    {{#notes}}<p class="note">{{.}}</p>
    {{/notes}}</section>
    <section aria-labelledby="h-rising"><h2 id="h-rising">Rising and new</h2><div class="two">
    <div class="wide" tabindex="0" role="region" aria-label="Trending now, table"><table>
    <caption>Trending now: the last days against the weeks before. “At least” below 1×: it may be \
    chance</caption>
    <thead><tr><th scope="col">Game</th><th scope="col">Lift</th><th scope="col">At least</th>\
    <th scope="col">Player-days</th></tr></thead><tbody>
    {{#trending}}<tr><th \
    scope="row"><bdi>{{title}}</bdi>{{#flags}} <small>{{.}}</small>{{/flags}}</th>\
    <td>{{{lift}}}</td><td>{{{lower}}}</td>\
    <td>{{{events}}}</td></tr>
    {{/trending}}{{^trending}}<tr><td class="text" colspan="4">No game rose above what was \
    expected.</td>\
    </tr>{{/trending}}</tbody></table></div>
    <div class="wide" tabindex="0" role="region" aria-label="New releases, table"><table>
    <caption>{{releasesCaption}}</caption>
    <thead><tr><th scope="col">Game</th><th scope="col">Out since</th><th \
    scope="col">Score</th></tr>\
    </thead><tbody>
    {{#releases}}<tr><th \
    scope="row"><bdi>{{title}}</bdi></th><td>{{day}}</td><td>{{{score}}}</td></tr>
    {{/releases}}{{^releases}}<tr><td class="text" colspan="3">No game came out lately.</td></tr>\
    {{/releases}}</tbody></table></div></div></section>

    """

  static let quality = """
    <section aria-labelledby="h-data"><h2 id="h-data">The data of this night</h2>
    <div class="wide" tabindex="0" role="region" aria-label="Data quality, table"><table>
    <caption>Lines read = accepted + duplicates + rejected + ignored</caption>
    <thead><tr><th scope="col">Collection</th><th scope="col">Files</th><th scope="col">Read</th>\
    <th scope="col">Accepted</th><th scope="col">Duplicates</th><th \
    scope="col">Rejected</th><th scope="col">Ignored</th></tr></thead>
    <tbody>
    {{#collections}}<tr><th scope="row">{{name}}</th>{{#cells}}<td>{{{.}}}</td>{{/cells}}</tr>
    {{/collections}}</tbody></table></div>
    <ul class="facts">{{#facts}}<li>{{{.}}}</li>
    {{/facts}}</ul>
    {{#hasRules}}<div class="wide" tabindex="0" role="region" aria-label="Broken rules, \
    table"><table>
    <caption>Rules that kept records break: warnings, nothing was lost</caption>
    <thead><tr><th scope="col">Rule</th><th scope="col">Records</th></tr></thead><tbody>
    {{#rules}}<tr><th scope="row">{{sentence}}<small>{{name}}</small></th><td>{{{records}}}</td>\
    </tr>
    {{/rules}}</tbody></table></div>{{/hasRules}}</section>

    """
}
