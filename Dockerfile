# irtrip and nothing else, for docs/scale.md: docker build -t irtrip .
FROM rust:1-slim AS build
WORKDIR /irtrip
COPY . .
RUN cargo install --locked --path . --root /usr/local

FROM debian:stable-slim
COPY --from=build /usr/local/bin/irtrip /usr/local/bin/irtrip
CMD ["irtrip", "--help"]
