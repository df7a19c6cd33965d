# Builds findie and puts it, without the compiler, into a small image. Its first stage is not yet
# built: see docs/OPERATIONS.md.
#
#   docker build --tag findie .
#   docker run --rm --volume /srv/export:/export:ro --volume /srv/findie:/workspace findie \
#     run nightly --input /export --reports /workspace/reports

FROM swift:6.3.1-bookworm AS build
RUN apt-get update && apt-get install --yes --no-install-recommends \
      libblas-dev liblapacke-dev libopenblas0-pthread libsimdjson-dev zlib1g-dev libzstd-dev \
      libsqlite3-dev libssl-dev libcurl4-openssl-dev libxml2-dev pkg-config \
    && rm -rf /var/lib/apt/lists/*
WORKDIR /source
COPY . .
RUN swift build -c release -debug-info-format none --product findie \
    && install -D "$(swift build -c release --show-bin-path)/findie" /usr/local/bin/findie

# The Swift runtime without the compiler.
FROM swift:6.3.1-bookworm-slim
RUN apt-get update && apt-get install --yes --no-install-recommends \
      libopenblas0-pthread liblapacke libsimdjson14 zlib1g libzstd1 libsqlite3-0 libssl3 libcurl4 libxml2 \
      ca-certificates tzdata \
    && rm -rf /var/lib/apt/lists/* \
    && groupadd --system --gid 10001 findie \
    && useradd --system --uid 10001 --gid findie findie \
    && install --directory --owner=findie --group=findie /workspace
COPY --from=build /usr/local/bin/findie /usr/local/bin/findie
# A number, so that Kubernetes knows that it is not root.
USER 10001:10001
ENV FINDIE_WORKSPACE=/workspace
VOLUME /workspace
WORKDIR /workspace
ENTRYPOINT ["findie"]
CMD ["--help"]
