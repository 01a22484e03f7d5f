# Node 24 is the current LTS; the tests run on it, too (npm run proofs -- packaging).
FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
COPY validators/package.json ./validators/
COPY schematron/package.json ./schematron/
COPY src/client/package.json ./src/client/
RUN npm ci --ignore-scripts
COPY openapi.yaml tsconfig.json LICENSE ./
COPY openapi ./openapi
COPY src ./src
COPY validators ./validators
COPY scripts ./scripts
COPY bin ./bin
COPY examples ./examples
COPY schematron ./schematron
COPY mappings ./mappings
COPY docs ./docs
RUN npm run build
RUN node bin/ids packs compile
RUN npm prune --omit=dev --ignore-scripts
RUN mkdir -p data

FROM node:24-bookworm-slim
ENV NODE_ENV=production
WORKDIR /app
COPY --from=build --chown=node:node /app ./
RUN ln -s /app/bin/ids /usr/local/bin/ids
USER node
VOLUME /app/data
EXPOSE 8080 9464
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=20s CMD node dist/scripts/health-check.js
# Not through npm, which does not forward the signal. Its option for Node is that of npm start: short-lived objects get half the memory, and all of it at once.
CMD ["node", "--min-semi-space-size=8", "--max-semi-space-size=8", "scripts/start.mjs", "serve"]
