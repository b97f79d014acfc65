# `bestguess web` for others: docker build -t bestguess . && docker run -p 8765:8765 bestguess
# See docs/web.md for its settings (BESTGUESS_WEB_...): host names, a key that several copies share, limits.

FROM node:20-bookworm-slim AS page
WORKDIR /source/web
COPY web/package.json web/package-lock.json ./
RUN npm ci --no-audit --no-fund
COPY web ./
COPY src/bestguess/data/word_lists /source/src/bestguess/data/word_lists
RUN npm run build

FROM python:3.13-slim-bookworm AS wheel
# hadolint ignore=DL3008
RUN apt-get update && apt-get install --yes --no-install-recommends g++ && rm -rf /var/lib/apt/lists/*
WORKDIR /source
COPY . .
COPY --from=page /source/src/bestguess/web/page src/bestguess/web/page
RUN python -m pip wheel --no-cache-dir --constraint constraints.txt --wheel-dir /wheels ".[web]"

FROM python:3.13-slim-bookworm
# hadolint ignore=DL3013
RUN --mount=from=wheel,source=/wheels,target=/wheels \
    python -m pip install --no-cache-dir --no-index --find-links /wheels "bestguess[web]" \
    && useradd --create-home --uid 10001 bestguess
USER 10001
WORKDIR /home/bestguess
EXPOSE 8765
HEALTHCHECK --interval=30s --timeout=5s --start-period=10s \
    CMD ["python", "-c", "import urllib.request; urllib.request.urlopen('http://127.0.0.1:8765/api/health', timeout=4)"]
ENTRYPOINT ["bestguess", "web", "--no-open", "--host", "0.0.0.0", "--port", "8765"]
